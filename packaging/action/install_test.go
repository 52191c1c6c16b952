// Package action tests the scripts of action.yml.
package action

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// release writes a release as it lies on the server, with a checksum that may be wrong.
func release(t *testing.T, version string, good bool) (dir string) {
	t.Helper()
	dir = t.TempDir()
	folder := filepath.Join(dir, version)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("trainlint_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	file, err := os.Create(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	zipped := gzip.NewWriter(file)
	archive := tar.NewWriter(zipped)
	binary := "#!/bin/sh\necho released\n"
	if err := archive.WriteHeader(&tar.Header{Name: "trainlint", Mode: 0o755, Size: int64(len(binary))}); err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Write([]byte(binary)); err != nil {
		t.Fatal(err)
	}
	for _, close := range []func() error{archive.Close, zipped.Close, file.Close} {
		if err := close(); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	if !good {
		text = append(text, 0)
	}
	sums := fmt.Sprintf("%x  %s\n%x  other.tar.gz\n", sha256.Sum256(text), name, sha256.Sum256(nil))
	if err := os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func install(t *testing.T, version, releases string) (out, to string, err error) {
	t.Helper()
	for _, tool := range []string{"bash", "curl", "tar"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed")
		}
	}
	to = filepath.Join(t.TempDir(), "bin")
	cmd := exec.Command("bash", "install.sh", to)
	cmd.Env = append(os.Environ(), "TRAINLINT_VERSION="+version, "TRAINLINT_RELEASES=file://"+releases)
	text, err := cmd.CombinedOutput()
	return string(text), to, err
}

func TestInstallsACheckedRelease(t *testing.T) {
	out, to, err := install(t, "v1.2.3", release(t, "v1.2.3", true))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said, err := exec.Command(filepath.Join(to, "trainlint")).Output()
	if err != nil || string(said) != "released\n" {
		t.Errorf("the installed program says %q, %v", said, err)
	}
}

func TestRefusesWhatItCannotTrust(t *testing.T) {
	for _, c := range []struct{ name, version, releases, want string }{
		{"a wrong checksum", "v1.2.3", release(t, "v1.2.3", false), "FAILED"},
		{"no such release", "v1.2.4", release(t, "v1.2.3", true), "curl"},
		{"a version that is a path", "../../evil", release(t, "v1.2.3", true), "'source' or a release such as"},
		{"a version that is a command", "v1.0.0$(touch x)", release(t, "v1.2.3", true), "'source' or a release such as"},
	} {
		out, to, err := install(t, c.version, c.releases)
		if err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v, output %q, want %q", c.name, err, out, c.want)
		}
		if _, err := os.Stat(filepath.Join(to, "trainlint")); err == nil {
			t.Errorf("%s: something was installed", c.name)
		}
	}
}
