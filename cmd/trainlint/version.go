package main

import "runtime/debug"

// release is set by the linker when a release is built.
var release string

// version names this build: the release, or what the module or the checkout is.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
