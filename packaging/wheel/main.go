// Command wheel packs a built trainlint binary into a Python wheel, so that
// `pip install` brings the program without a compiler. The package is called trainlint-go,
// as another project has the shorter name; the program is called trainlint.
//
//	go run ./packaging/wheel -binary dist/trainlint -version 0.1.0 -os linux -arch amd64 -out dist
package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// platformTags maps Go's platform to the tags pip knows. Linux binaries are linked
// statically (packaging/build.sh), so they run on any C library.
var platformTags = map[string]string{
	"linux/amd64":   "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
	"linux/arm64":   "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
	"darwin/amd64":  "macosx_12_0_x86_64",
	"darwin/arm64":  "macosx_12_0_arm64",
	"windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

// epoch is the oldest time a zip file can hold: two builds give the same wheel.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func main() {
	var w wheel
	flag.StringVar(&w.binary, "binary", "", "the program to pack")
	flag.StringVar(&w.version, "version", "", "its version, such as 0.1.0")
	flag.StringVar(&w.goos, "os", "linux", "the system it was built for, in Go's words")
	flag.StringVar(&w.goarch, "arch", "amd64", "the architecture it was built for, in Go's words")
	flag.StringVar(&w.out, "out", "dist", "the folder to write the wheel to")
	flag.StringVar(&w.readme, "readme", "README.md", "the description shown on the package index")
	flag.Parse()
	path, err := w.write()
	if err != nil {
		fmt.Fprintln(os.Stderr, "wheel:", err)
		os.Exit(1)
	}
	fmt.Println(path)
}

type wheel struct {
	binary, version, goos, goarch, out, readme string
}

// versionForm is the part of PEP 440 that a released Go version can have.
var versionForm = regexp.MustCompile(`^\d+\.\d+\.\d+((a|b|rc)\d+)?(\.dev\d+)?$`)

// write packs the wheel and returns its path.
func (w *wheel) write() (string, error) {
	tags := platformTags[w.goos+"/"+w.goarch]
	version := strings.TrimPrefix(w.version, "v")
	switch {
	case tags == "":
		return "", fmt.Errorf("no wheel platform for %s/%s", w.goos, w.goarch)
	case !versionForm.MatchString(version):
		return "", fmt.Errorf("version %q is none that pip takes: write it like 0.1.0 or 0.1.0rc1", w.version)
	}
	program, err := os.ReadFile(w.binary)
	if err != nil {
		return "", fmt.Errorf("read the program to pack (-binary): %w", err)
	}
	readme, err := os.ReadFile(w.readme)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read the description: %w", err)
	}
	content, err := archive(version, tags, w.goos, program, readme)
	if err != nil {
		return "", err
	}
	path := filepath.Join(w.out, fmt.Sprintf("trainlint_go-%s-py3-none-%s.whl", version, tags))
	if err := os.MkdirAll(w.out, 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, content, 0o644)
}

// archive is the wheel's bytes: the program as a script, the metadata, and the
// list of both with their digests.
func archive(version, tags, goos string, program, readme []byte) ([]byte, error) {
	info := "trainlint_go-" + version + ".dist-info/"
	name := "trainlint_go-" + version + ".data/scripts/trainlint"
	if goos == "windows" {
		name += ".exe"
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	var record strings.Builder
	for _, f := range []struct {
		name    string
		content []byte
		mode    os.FileMode
	}{
		{name, program, 0o755},
		{info + "METADATA", metadata(version, readme), 0o644},
		{info + "WHEEL", wheelFile(tags), 0o644},
	} {
		if err := add(z, f.name, f.content, f.mode); err != nil {
			return nil, err
		}
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", info)
	if err := add(z, info+"RECORD", []byte(record.String()), 0o644); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func add(z *zip.Writer, name string, content []byte, mode os.FileMode) error {
	header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: epoch}
	header.SetMode(mode)
	f, err := z.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return err
}

func metadata(version string, readme []byte) []byte {
	return []byte(fmt.Sprintf(`Metadata-Version: 2.1
Name: trainlint-go
Version: %s
Summary: A static linter and auto-fixer for training code and training configs
License: Apache-2.0
Project-URL: Source, https://github.com/trainlint/trainlint
Keywords: pytorch,linter,gpu,memory,training
Classifier: Environment :: Console
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Topic :: Software Development :: Quality Assurance
Requires-Python: >=3.7
Description-Content-Type: text/markdown

%s`, version, readme))
}

func wheelFile(tags string) []byte {
	var b strings.Builder
	b.WriteString("Wheel-Version: 1.0\nGenerator: trainlint packaging\nRoot-Is-Purelib: false\n")
	for _, tag := range strings.Split(tags, ".") {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return []byte(b.String())
}
