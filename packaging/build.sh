#!/usr/bin/env bash
# Builds trainlint for one platform: packaging/build.sh OS ARCH OUTPUT [VERSION]
# Needs a C and a C++ compiler for that platform; set CC and CXX to them (zig's `zig cc -target …` and
# `zig c++ -target …` serve all of them).
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
