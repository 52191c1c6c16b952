// Package memory holds the rules about memory that is kept longer than it is used.
package memory
