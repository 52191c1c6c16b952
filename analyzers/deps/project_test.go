package deps

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

func project(files map[string]string) *Project {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	return Read(names, func(name string) *source.File {
		text, ok := files[name]
		if !ok {
			return nil
		}
		if strings.HasSuffix(name, ".ipynb") {
			n, err := source.OpenNotebook(name, []byte(text))
			if err != nil {
				panic(err)
			}
			return n.File
		}
		return source.New(name, []byte(text))
	})
}

// Each case asks whether a rule that needs torch>=2.4 may speak about train.py.
func TestFormats(t *testing.T) {
	tests := []struct {
		name   string
		files  map[string]string
		speaks bool
		place  string // file:line of the deciding declaration
	}{
		{"nothing declared", map[string]string{}, true, ""},
		{"requirements pin", map[string]string{"requirements.txt": "# x\ntorch==2.1.0 # y\n"}, false, "requirements.txt:2"},
		{"one requirement", map[string]string{"requirement.txt": "torch==2.1.0\n"}, false, "requirement.txt:1"},
		{"requirements range", map[string]string{"requirements.txt": "torch>=2.0\n"}, true, "requirements.txt:1"},
		{"what conda listed", map[string]string{"requirements.txt": "# Name  Version  Build  Channel\npytorch  1.4.0  py38_cu110_0  pytorch\n"}, false, "requirements.txt:2"},
		{"what conda exported", map[string]string{"requirements.txt": "# platform: linux-64\nnumpy=1.19.2=py36_0\npytorch=1.7.0=py3.6_cuda110_cudnn8_0\n"}, false, "requirements.txt:3"},
		{"what conda exported of a newer one", map[string]string{"requirements.txt": "pytorch=2.6.0=py3.12_cuda12.4\n"}, true, "requirements.txt:1"},
		{"what pip listed", map[string]string{"requirements.txt": "Package Version\n------- -------\ntorch   2.6.0\n"}, true, "requirements.txt:3"},
		{"no bounds", map[string]string{"requirements.txt": "torch\n"}, true, "requirements.txt:1"},
		{"included file", map[string]string{"requirements.txt": "-r req/base.txt\n", "req/base.txt": "--index-url x\ntorch<2.4\n"}, false, "req/base.txt:2"},
		{"include loop", map[string]string{"requirements.txt": "-r requirements.txt\ntorch<2.4\n"}, false, "requirements.txt:2"},
		{"constraint file", map[string]string{"requirements.txt": "torch\n-c constraints.txt", "constraints.txt": "torch==2.1"}, false, "constraints.txt:1"},
		{"two lines hold together", map[string]string{"requirements.txt": "torch>=2.0\ntorch<2.4\n"}, false, "requirements.txt:1"},
		{"markers are alternatives", map[string]string{"requirements.txt": "torch==1.13; python_version < '3.8'\ntorch==2.5; python_version >= '3.8'\n"}, true, "requirements.txt:1"},
		{"another platform's line is left out", map[string]string{"requirements.txt": "torch==2.1; sys_platform == 'linux'\ntorch==2.5; sys_platform == 'darwin'\n"}, false, "requirements.txt:1"},
		{"tests do not speak for training", map[string]string{"requirements.txt": "torch>=2.4\n", "requirements-test.txt": "torch==2.1\n"}, true, "requirements.txt:1"},
		{"a variant does not beat the project", map[string]string{"pyproject.toml": "[project]\ndependencies=[\"torch>=2\"]\n", "requirements/npu.txt": "torch==2.1\n"}, true, "pyproject.toml:2"},
		{"a variant alone speaks", map[string]string{"requirements-cu118.txt": "torch==2.1\n"}, false, "requirements-cu118.txt:1"},
		{"continued line", map[string]string{"requirements.txt": "torch==2.1.0 \\\n    --hash=sha256:aa\n"}, false, "requirements.txt:1"},
		{"crlf", map[string]string{"requirements.txt": "numpy\r\ntorch==2.1.0\r\n"}, false, "requirements.txt:2"},
		{"a comment behind a tab", map[string]string{"requirements.txt": "torch==2.1.0\t# y\n"}, false, "requirements.txt:1"},
		{"a clone that can be edited", map[string]string{"requirements.txt": "-e git+https://github.com/a/pt@v2.1.0#egg=torch\n"}, false, "requirements.txt:1"},
		{"one in long words", map[string]string{"requirements.txt": "--editable=git+https://github.com/pytorch/pytorch.git@v2.1.0\n"}, false, "requirements.txt:1"},
		{"a folder that can be edited", map[string]string{"requirements.txt": "-e torch==2.1.0\n"}, true, ""},
		{"requirements folder", map[string]string{"requirements/base.txt": "torch==2.1\n"}, false, "requirements/base.txt:1"},
		{"pep 621", map[string]string{"pyproject.toml": "[project]\ndependencies = [\n  \"torch<2.4\",\n]\n"}, false, "pyproject.toml:3"},
		{"pep 621 extra", map[string]string{"pyproject.toml": "[project.optional-dependencies]\ngpu = [\"torch==2.1\"]\n"}, false, "pyproject.toml:2"},
		{"main beats extra", map[string]string{"pyproject.toml": "[project]\ndependencies=[\"torch>=2\"]\n[project.optional-dependencies]\ngpu = [\"torch==2.1\"]\n"}, true, "pyproject.toml:2"},
		{"poetry caret", map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\npython = \"^3.10\"\ntorch = \"^2.1\"\n"}, true, "pyproject.toml:3"},
		{"poetry tilde", map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\ntorch = \"~2.1\"\n"}, false, "pyproject.toml:2"},
		{"poetry table", map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\ntorch = {version = \"2.1.0\", source = \"pt\"}\n"}, false, "pyproject.toml:2"},
		{"poetry list", map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\ntorch = [{version = \"2.1.0\", platform=\"linux\"}, {version = \"2.5.0\", platform=\"darwin\"}]\n"}, true, "pyproject.toml:2"},
		{"poetry group", map[string]string{"pyproject.toml": "[tool.poetry.group.train.dependencies]\ntorch = \"2.1.0\"\n"}, false, "pyproject.toml:2"},
		{"poetry's own group", map[string]string{"pyproject.toml": "[tool.poetry.group.main.dependencies]\ntorch = \"2.6.0\"\n[tool.poetry.group.docs.dependencies]\ntorch = \"2.1.0\"\n"}, true, "pyproject.toml:2"},
		{"a package of a lock that is the project itself", map[string]string{"uv.lock": "[[package]]\nname = \"x\"\nsource = { editable = \".\" }\n[[package]]\nname = \"torch\"\nversion = \"2.3.1\"\n"}, false, "uv.lock:6"},
		{"lock beats range", map[string]string{"pyproject.toml": "[project]\ndependencies=[\"torch>=2.0\"]\n", "uv.lock": "version = 1\n[[package]]\nname = \"torch\"\nversion = \"2.3.1\"\n"}, false, "uv.lock:4"},
		{"poetry lock", map[string]string{"poetry.lock": "[[package]]\nname = \"torch\"\nversion = \"2.6.0\"\n"}, true, "poetry.lock:3"},
		{"pin beats range", map[string]string{"setup.cfg": "[options]\ninstall_requires =\n    torch>=2.0\n", "requirements.txt": "torch==2.0.1\n"}, false, "requirements.txt:1"},
		{"pipfile lock", map[string]string{"Pipfile.lock": `{"default": {"torch": {"version": "==2.1.0"}}}`}, false, "Pipfile.lock:1"},
		{"pipfile", map[string]string{"Pipfile": "[packages]\ntorch = \"*\"\n"}, true, "Pipfile:2"},
		{"setup.cfg", map[string]string{"setup.cfg": "[metadata]\nname = x\n[options]\ninstall_requires =\n    numpy\n    torch<2.4\n"}, false, "setup.cfg:6"},
		{"setup.py", map[string]string{"setup.py": "setup(\n  install_requires=[\n    'numpy',\n    \"torch>=1.8,<2.4\",\n  ],\n)\n"}, false, "setup.py:4"},
		{"setup.py with v before a version", map[string]string{"setup.py": "requires = [\n  'torch>=v2.1,<v2.4',\n]\nsetup(install_requires=requires)\n"}, false, "setup.py:2"},
		{"setup.py without bounds", map[string]string{"setup.py": "setup(install_requires=[\"torch\"])\n"}, true, "setup.py:1"},
		{"setup.py prose is nothing", map[string]string{"setup.py": "setup(description='torch 2.1 things', long_description='needs torch==2.1 and more')\n"}, true, ""},
		{"conda", map[string]string{"environment.yml": "name: x\ndependencies:\n  - python=3.10\n  - pytorch::pytorch=2.1\n  - pip:\n    - numpy\n"}, false, "environment.yml:4"},
		{"conda build string", map[string]string{"environment.yaml": "dependencies:\n  - pytorch=2.1.0=py3.10_cuda11.8\n"}, false, "environment.yaml:2"},
		{"conda pip", map[string]string{"environment.yaml": "dependencies:\n  - pip:\n    - torch==2.1\n"}, false, "environment.yaml:3"},
		{"conda for one kind of machine", map[string]string{"env_gpu.yaml": "name: x\ndependencies:\n  - pip:\n    - torch==2.1\n"}, false, "env_gpu.yaml:4"},
		{"no conda: settings of an environment", map[string]string{"env_cartpole.yaml": "name: CartPole\nseeds: [1, 2]\n"}, true, ""},
		{"conda by another name", map[string]string{"requirements.yml": "name: x\ndependencies:\n  - pip:\n    - torch==2.1\n"}, false, "requirements.yml:4"},
		{"pip's list by another name", map[string]string{"requirements_predict.yml": "numpy==1.26.4\ntorch==2.1\n"}, false, "requirements_predict.yml:2"},
		{"what another program requires", map[string]string{"requirements.yml": "roles:\n  - name: torch==2.1\n"}, true, ""},
		{"broken toml", map[string]string{"pyproject.toml": "[project\ndependencies = [\"torch<2"}, true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := project(tt.files).For("train.py")
			if got := v.Speaks("torch>=2.4"); got != tt.speaks {
				t.Errorf("speaks %t, want %t", got, tt.speaks)
			}
			place := ""
			if found := v.Find("torch"); len(found) > 0 {
				place = fmt.Sprintf("%s:%d", found[0].File, found[0].Line)
			}
			if place != tt.place {
				t.Errorf("decided at %q, want %q", place, tt.place)
			}
		})
	}
}

func TestNearestFolderWins(t *testing.T) {
	p := project(map[string]string{
		"requirements.txt": "torch==2.1\ntransformers==4.40\n", "new/requirements.txt": "torch>=2.4\n", "bare/requirements.txt": "torch\n",
	})
	for file, speaks := range map[string]bool{"train.py": false, "old/train.py": false, "new/sub/train.py": true, "bare/train.py": false} {
		if got := p.For(file).Speaks("torch>=2.4"); got != speaks {
			t.Errorf("%s: speaks %t, want %t", file, got, speaks)
		}
	}
	if p.For("new/train.py").Speaks("torch>=2.4 transformers>=4.41") {
		t.Error("transformers of the folder above is not seen")
	}
}

// Where no file declares a package, the commands that install it do.
func TestInstalled(t *testing.T) {
	notebook := func(line string) string {
		return `{"cells": [{"cell_type": "code", "source": ["` + line + `\n", "import torch\n"]}], "nbformat": 4, "metadata": {}}`
	}
	tests := []struct {
		name   string
		files  map[string]string
		of     string
		speaks bool
	}{
		{"a script", map[string]string{"setup.sh": "set -e\npip install -U torch==2.1.0 torchvision\n"}, "train.py", false},
		{"a newer one", map[string]string{"setup.sh": "pip install torch==2.6.0\n"}, "train.py", true},
		{"a comment", map[string]string{"setup.sh": "# pip install torch==2.1.0\n"}, "train.py", true},
		{"what is only printed", map[string]string{"setup.sh": "echo pip install torch==2.1.0\n"}, "train.py", true},
		{"what is taken off", map[string]string{"setup.sh": "pip uninstall torch==2.1.0\n"}, "train.py", true},
		{"as a module", map[string]string{"setup.sh": "python3 -m pip install --quiet 'torch<2.4'\n"}, "train.py", false},
		{"an index is no package", map[string]string{"setup.sh": "pip3 install -f torch==2.1 torch\n"}, "train.py", true},
		{"a variable", map[string]string{"setup.sh": "V=2.1.0\nuv pip install torch==$V\n"}, "train.py", false},
		{"a variable that nobody sets", map[string]string{"setup.sh": "pip install torch==$V\n"}, "train.py", true},
		{"conda", map[string]string{"setup.sh": "conda install -y -c pytorch pytorch=2.1 cudatoolkit=11.8\n"}, "train.py", false},
		{"conda create", map[string]string{"setup.sh": "conda create -n torch==1.0 python=3.7 pytorch=2.1\n"}, "train.py", false},
		{"scripts of a folder speak for the one above", map[string]string{"scripts/setup.sh": "pip install torch==2.1.0\n"}, "src/train.py", false},
		{"those of another folder do not", map[string]string{"other/setup.sh": "pip install torch==2.1.0\n"}, "src/train.py", true},
		{"several are alternatives", map[string]string{"a.sh": "pip install torch==2.1.0\n", "b.sh": "pip install torch==2.6.0\n"}, "train.py", true},
		{"several old ones", map[string]string{"a.sh": "pip install torch==2.1.0\n", "b.sh": "pip install torch==2.0.1+cu118\n"}, "train.py", false},
		{"a file beats a command", map[string]string{"a.sh": "pip install torch==2.1.0\n", "requirements.txt": "torch==2.6\n"}, "train.py", true},
		{"a file without bounds does not", map[string]string{"a.sh": "pip install torch==2.1.0\n", "requirements.txt": "torch\n"}, "train.py", false},
		{"a page", map[string]string{"README.md": "# Setup\n```bash\npip install torch==2.1.0\n```\n"}, "train.py", false},
		{"a page's prose", map[string]string{"README.md": "pip install torch==2.1.0 was fine once\n"}, "train.py", true},
		{"a Dockerfile", map[string]string{"docker/Dockerfile": "FROM ubuntu\nARG V=2.1.0\nRUN apt-get update && \\\n  # torch\n  pip install torch==${V}\n"}, "train.py", false},
		{"a Dockerfile of several", map[string]string{"DockerfileTrain": "RUN pip install torch==2.1.0\n"}, "train.py", false},
		{"one for each CUDA", map[string]string{"Dockerfile-cu118": "RUN pip install torch==2.1.0\n", "Dockerfile.cu121": "RUN pip install torch==2.0.1\n"}, "train.py", false},
		{"a Dockerfile that ends in the middle", map[string]string{"Dockerfile": "RUN pip install torch==2.1.0 \\"}, "train.py", false},
		{"what writes Dockerfiles", map[string]string{"dockerfile_writer.md": "RUN pip install torch==2.1.0\n"}, "train.py", true},
		{
			"an image of torch by an argument",
			map[string]string{"docker/Dockerfile": "ARG PYTORCH=\"2.1.0\"\nARG CUDA=\"11.8\"\n\nFROM pytorch/pytorch:${PYTORCH}-cuda${CUDA}-cudnn8-devel\n"},
			"train.py",
			false,
		},
		{
			"an image of an argument that nobody gives",
			map[string]string{"docker/Dockerfile": "ARG PYTORCH\nFROM pytorch/pytorch:${PYTORCH}-cuda11.8\n"},
			"train.py",
			true,
		},
		{"an image of torch", map[string]string{"Dockerfile": "FROM pytorch/pytorch:2.1.0-cuda11.8-cudnn8-runtime\n"}, "train.py", false},
		{"an image with a number of its own", map[string]string{"Dockerfile": "FROM nvcr.io/nvidia/pytorch:1.05-py3\n"}, "train.py", true},
		{"a notebook", map[string]string{"a.ipynb": notebook("!pip install torch==2.1.0")}, "a.ipynb", false},
		{"its magic", map[string]string{"a.ipynb": notebook("%pip install -q torch==2.1.0")}, "a.ipynb", false},
		{"its magic without the mark", map[string]string{"a.ipynb": notebook("pip install torch==2.1.0")}, "a.ipynb", false},
		{"its comment", map[string]string{"a.ipynb": notebook("# !pip install torch==2.1.0")}, "a.ipynb", true},
		{"another notebook", map[string]string{"a.ipynb": notebook("!pip install torch==2.1.0")}, "b.ipynb", true},
		{"a notebook runs what it installs", map[string]string{"a.ipynb": notebook("!pip install torch==2.1.0"), "requirements.txt": "torch==2.6\n"}, "a.ipynb", false},
		{"a folder beside", map[string]string{"v1/requirements.txt": "torch==2.1\n"}, "v2/train.py", false},
		{"folders beside that differ", map[string]string{"v1/requirements.txt": "torch==2.1\n", "v3/requirements.txt": "torch==2.6\n"}, "v2/train.py", true},
		{"a folder beside what declares itself", map[string]string{"v1/requirements.txt": "torch==2.1\n", "requirements.txt": "torch\n"}, "v2/train.py", true},
		{"what somebody else's folder declares", map[string]string{"other/v1/requirements.txt": "torch==2.1\n"}, "v2/train.py", true},
		{"a folder below", map[string]string{"other/requirements.txt": "torch==2.1\n"}, "train.py", false},
	}
	for _, tt := range tests {
		if got := project(tt.files).For(tt.of).Speaks("torch>=2.4"); got != tt.speaks {
			t.Errorf("%s: speaks %t, want %t", tt.name, got, tt.speaks)
		}
	}
	if p := project(map[string]string{"a/requirements.txt": "torch==2.6\n"}); p.For("b/x.py").Requires("torch", ">=2.4") {
		t.Error("a folder beside promises something")
	}
}

func TestOverrideBeatsFiles(t *testing.T) {
	p := project(map[string]string{"requirements.txt": "torch==2.1\n"})
	if !p.Override("torch", "2.5") || p.Override("torch", "what") {
		t.Error("override takes the wrong texts")
	}
	if !p.For("a/b.py").Speaks("torch>=2.4") || !p.For("x.py").Requires("torch", ">=2.4") {
		t.Error("the settings do not win")
	}
}

func TestNeeded(t *testing.T) {
	for pin, want := range map[string]bool{"transformers==4.40.1\n": false, "transformers==4.46.0\n": true, "transformers\ntrl\n": true, "": true} {
		v := project(map[string]string{"requirements.txt": pin}).For("train.py")
		if got := v.Speaks("trl>=0.13"); got != want {
			t.Errorf("%q: speaks %t of trl>=0.13, want %t", pin, got, want)
		}
		if !v.Speaks("trl>=0.9") {
			t.Errorf("%q: does not speak of trl>=0.9", pin)
		}
	}
}

// TestNeededByPython: no Python has a package of both.
func TestNeededByPython(t *testing.T) {
	for pin, want := range map[string][2]bool{"torch==1.3.1\n": {false, false}, "torch==1.7.0\n": {true, false}, "torch==1.7.1\n": {true, true}, "torch\n": {true, true}} {
		v := project(map[string]string{"requirements.txt": pin}).For("train.py")
		if got := [2]bool{v.Speaks("numpy>=1.24"), v.Speaks("numpy>=2.0")}; got != want {
			t.Errorf("%q: speaks of numpy 1.24 and 2.0: %v, want %v", pin, got, want)
		}
	}
}

func TestRequires(t *testing.T) {
	for declared, want := range map[string]bool{"transformers>=5": true, "transformers>=4.41": false, "transformers==5.1": true, "transformers": false, "numpy": false} {
		p := project(map[string]string{"requirements.txt": declared})
		if got := p.For("x.py").Requires("transformers", ">=5"); got != want {
			t.Errorf("%s: %t, want %t", declared, got, want)
		}
	}
	if v, ok := project(map[string]string{"requirements.txt": "torch>=2.1"}).For("x.py").Floor("torch"); !ok || v.String() != "2.1" {
		t.Errorf("floor %s %t", v, ok)
	}
	var none *Versions
	if !none.Speaks("torch>=2.4") || none.Requires("torch", ">=2") {
		t.Error("no project declares nothing")
	}
}

func TestMissing(t *testing.T) {
	for _, c := range []struct{ declared, needs, missing string }{
		{"", "", ""},
		{"", "torch>=2.0", "torch>=2.0"},
		{"torch", "torch>=2.0", "torch>=2.0"},
		{"torch>=1.13", "torch>=2.0", "torch>=2.0"},
		{"torch>=2.0", "torch>=2.0", ""},
		{"torch==2.6.0", "torch>=2.0 transformers>=4.56", "transformers>=4.56"},
		{"torch<2.0", "torch>=2.0", "torch>=2.0"},
		{"", "torch>=0.4", ""},
		{"torch==1.2", "torch>=1.4", "torch>=1.4"},
	} {
		p := project(map[string]string{"requirements.txt": c.declared})
		if got := strings.Join(p.For("x.py").Missing(c.needs), " "); got != c.missing {
			t.Errorf("%q declared: %q is missing of %q, want %q", c.declared, got, c.needs, c.missing)
		}
	}
}

// With TRAINLINT_DEPS set to a folder, print what it declares about torch.
func TestPrintProject(t *testing.T) {
	root := os.Getenv("TRAINLINT_DEPS")
	if root == "" {
		t.Skip("TRAINLINT_DEPS is not set")
	}
	var files []string
	_ = filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if rel, _ := filepath.Rel(root, p); err == nil && !d.IsDir() && IsDependencyFile(filepath.ToSlash(rel)) {
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	p := Read(files, func(name string) *source.File {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil
		}
		return source.New(name, text)
	})
	for _, file := range files {
		for _, name := range []string{"torch", "transformers", "accelerate"} {
			for _, d := range p.For(file).Find(name) {
				fmt.Printf("%s: %s %q rank %d (%s:%d)\n", filepath.Dir(file), name, d.Range.Text, d.Rank, d.File, d.Line)
			}
		}
	}
}

// TestACommit: a project that pins a commit runs one version that nothing names: what some versions do is not said of
// it.
func TestACommit(t *testing.T) {
	const line = "transformers @ git+https://github.com/huggingface/transformers.git@0dcb46e7a4a9e587ba84ff35778ab4233a184c11\n"
	for text, want := range map[string]bool{line: false, "transformers @ git+https://github.com/huggingface/transformers@main\n": true, "": true} {
		v := project(map[string]string{"requirements.txt": text}).For("train.py")
		if v.Allows("transformers", ">=5") != want || v.Allows("transformers", "<4.51") != want {
			t.Errorf("%q allows transformers 5: %t, want %t", text, !want, want)
		}
		if !v.Allows("transformers", "") || !v.Allows("transformers", ">=2") {
			t.Errorf("%q: what is true of every version is not said of it", text)
		}
		if text == line && v.Requires("transformers", ">=4") {
			t.Error("a commit is a version that nothing names")
		}
	}
}
