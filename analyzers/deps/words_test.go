package deps

import "testing"

// TestKindsOfFiles: which files declare packages, by their names.
func TestKindsOfFiles(t *testing.T) {
	for name, want := range map[string]bool{
		"environment.yml": true, "environment.yaml": true, "environment-gpu.yml": true, "my_environment.yaml": true, "conda.yaml": true, "conda_linux.yml": true, "Conda.yml": true, "env.yml": true, "dev_env.yaml": true,
		"env_gpu.yml": true, "env-gpu.yml": true, "requirements.yml": true, "gpu_requirements.yaml": true,
		"envs.yml": false, "envelope.yaml": false, "config.yaml": false, "environment.txt": false, "conda.json": false, "env": false, "train.yml": false, "my_conda.yml": false, "gpu_env_old.yml": false,
	} {
		if got := isConda(name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestWithin: a folder holds what lies below it, and no folder of another name that begins like its own.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		dir, file string
		want      bool
	}{
		{".", "a.py", true}, {".", "a/b.py", true}, {"a", "a/b.py", true}, {"a", "a/b/c.py", true}, {"a/b", "a/b/c.py", true}, {"a", "ab/c.py", false}, {"a", "b/c.py", false}, {"b", "a/c.py", false}, {"a", "a", false},
		{"a/b", "a/c.py", false}, {"ab", "a/", false}, {"ab", "cd/e.py", false},
	} {
		if got := within(c.dir, c.file); got != c.want {
			t.Errorf("%s in %s: %t", c.file, c.dir, got)
		}
	}
}

// TestVersionsInWords: a version is written as packaging writes it.
func TestVersionsInWords(t *testing.T) {
	for text, want := range map[string]string{
		"2": "2", "2.0": "2.0", "v2.1.0": "2.1.0", "1!2.0": "1!2.0", "0!2.0": "2.0", "2.0a1": "2.0a1", "2.0.alpha.0": "2.0a0", "2.0b2": "2.0b2", "2.0-rc1": "2.0rc1", "2.0.post0": "2.0.post0", "2.0-1": "2.0.post1",
		"2.0.dev0": "2.0.dev0", "2.0rc1.post2.dev3": "2.0rc1.post2.dev3", "2.0+cu118": "2.0+cu118", "1!2.0a1.post2.dev3+Ubuntu.1": "1!2.0a1.post2.dev3+ubuntu.1",
	} {
		v, ok := ParseVersion(text)
		if got := v.String(); !ok || got != want {
			t.Errorf("%s: %s %t, want %s", text, got, ok, want)
		}
	}
}

// TestListed: what lists of installed packages say.
func TestListed(t *testing.T) {
	for line, want := range map[string]string{
		"torch  1.4.0": "torch==1.4.0", "torch  1.4.0  pypi_0  pypi": "torch==1.4.0", "torch 1.4.0 py38": "torch==1.4.0", "torch=1.4.0=py38": "torch==1.4.0", "torch=1.4.0": "torch==1.4.0", "my-pkg_a.b=9": "my-pkg_a.b==9",
		"torch 0.4": "torch==0.4", "torch 9": "torch==9",
		"torch": "torch", "torch 1.4.0 a b c": "torch 1.4.0 a b c", "Package Version": "Package Version", "torch>=1 2.0": "torch>=1 2.0", "torch==1.4.0": "torch==1.4.0", "torch :1": "torch :1", "torch /1": "torch /1", "torch[a] 1.0": "torch[a] 1.0",
		"torch=a": "torch=a",
	} {
		if got := listed(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// TestPoetryOfPython: what a project says of Python itself declares no package.
func TestPoetryOfPython(t *testing.T) {
	v := project(map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\npython = \"^3.10\"\ntorch = \"^2.1\"\n"}).For("x.py")
	if len(v.Find("python")) != 0 || len(v.Find("torch")) != 1 {
		t.Errorf("python %v, torch %v", v.Find("python"), v.Find("torch"))
	}
}
