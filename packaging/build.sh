#!/usr/bin/env bash
# Builds trainlint for one platform: packaging/build.sh OS ARCH OUTPUT [VERSION]
# Needs a C compiler for that platform; set CC to it (zig's `zig cc -target …` serves all of them).
set -euo pipefail
os=$1 arch=$2 output=$3 version=${4:-}

flags="-s -w"
tags=""
if [ "$os" = linux ]; then
  # Linked statically, one binary runs on every C library.
  flags="$flags -linkmode external -extldflags -static"
  tags="netgo,osusergo"
fi
[ -z "$version" ] || flags="$flags -X main.release=$version"
CGO_ENABLED=1 GOOS=$os GOARCH=$arch go build -trimpath -tags "$tags" -ldflags "$flags" -o "$output" ./cmd/trainlint
