//go:build linux || darwin

package files

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// neverBlock opens a pipe that nobody writes to at once, and takes no terminal.
const neverBlock = unix.O_NONBLOCK | unix.O_NOCTTY

// lock fails at once when somebody else holds the file.
func lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// names counts the hard links to a file.
func names(info fs.FileInfo) uint64 {
	if held, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(held.Nlink) //nolint:unconvert // narrower on other systems
	}
	return 1
}

// inheritOwner gives a new file the owner and group of an old one. Only root may
// give a file away; a group may be given by its members.
func inheritOwner(to *os.File, old fs.FileInfo) error {
	info, err := to.Stat()
	if err != nil {
		return err
	}
	want, known := old.Sys().(*syscall.Stat_t)
	have, also := info.Sys().(*syscall.Stat_t)
	if !known || !also || want.Uid == have.Uid && want.Gid == have.Gid {
		return nil
	}
	return to.Chown(int(want.Uid), int(want.Gid))
}

// inheritAttributes makes the extended attributes of two files the same, access
// control lists among them.
func inheritAttributes(to, from *os.File) error {
	wanted, err := attributes(from)
	if err != nil {
		return err
	}
	held, err := attributes(to)
	if err != nil {
		return err
	}
	for _, name := range held { // by a default of the folder
		if !slices.Contains(wanted, name) {
			if err := unix.Fremovexattr(int(to.Fd()), name); err != nil {
				return err
			}
		}
	}
	for _, name := range wanted {
		want, err := attribute(from, name)
		if err != nil {
			return err
		}
		if have, err := attribute(to, name); err == nil && bytes.Equal(have, want) {
			continue
		}
		if err := unix.Fsetxattr(int(to.Fd()), name, want, 0); err != nil {
			return err
		}
	}
	return nil
}

func attributes(file *os.File) ([]string, error) {
	list, err := sized(func(into []byte) (int, error) { return unix.Flistxattr(int(file.Fd()), into) })
	if errors.Is(err, unix.ENOTSUP) {
		return nil, nil
	}
	return strings.FieldsFunc(string(list), func(r rune) bool { return r == 0 }), err
}

func attribute(file *os.File, name string) ([]byte, error) {
	return sized(func(into []byte) (int, error) { return unix.Fgetxattr(int(file.Fd()), name, into) })
}

// sized asks for the size first, then for the bytes.
func sized(read func([]byte) (int, error)) ([]byte, error) {
	size, err := read(nil)
	if err != nil || size == 0 {
		return nil, err
	}
	text := make([]byte, size)
	size, err = read(text)
	return text[:max(0, size)], err
}
