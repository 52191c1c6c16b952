package launch

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// wrapper is a command that runs the command behind it.
type wrapper struct {
	// valued are its options that take the next word as their value.
	valued string
	// operands is how many plain words stand before the inner command: the
	// seconds of timeout, the image of singularity exec.
	operands int
	// assigns says that NAME=value words in front set the environment.
	assigns bool
}

// wrappers by their words; the longest match wins.
var wrappers = map[string]wrapper{
	"nohup": {}, "time": {}, "exec": {valued: "-a"}, "command": {}, "builtin": {}, "setsid": {},
	"stdbuf": {valued: "-i -o -e"},
	"nice":   {valued: "-n --adjustment"}, "ionice": {valued: "-c -n -p"}, "caffeinate": {}, "unbuffer": {},
	"sudo":     {valued: "-u -g -h -p -C -r -t -U --user --group", assigns: true},
	"env":      {valued: "-u -C -S --unset --chdir", assigns: true},
	"timeout":  {valued: "-k -s --kill-after --signal", operands: 1},
	"chrt":     {operands: 1},
	"taskset":  {operands: 1},
	"numactl":  {valued: "-m -N -C -i -p"},
	"xvfb-run": {valued: "-n -s -e -f"},
	"srun": {
		valued: "-n -N -p -t -c -w -x -J -o -e -i -A -G -q -D -C -l --ntasks --nodes --partition --time --cpus-per-task " +
			"--nodelist --exclude --job-name --output --error --account --gpus --gres --ntasks-per-node --gpus-per-node " +
			"--gpus-per-task --mem --qos --jobid --chdir --constraint --container-image --container-mounts --container-workdir " +
			" --mpi --kill-on-bad-exit --export --wait --cpu-bind --gpu-bind",
	},
	"mpirun":  {valued: mpiValued, assigns: true},
	"mpiexec": {valued: mpiValued, assigns: true},
	"uv run": {
		valued: "--with --with-requirements --extra --group --only-group --python -p --project --directory --index-url " +
			"--env-file --package --index --no-extra --no-group --with-editable",
	},
	"poetry run":     {},
	"pipenv run":     {},
	"pdm run":        {},
	"rye run":        {},
	"hatch run":      {},
	"pixi run":       {valued: "-e --environment --manifest-path"},
	"conda run":      {valued: "-n --name -p --prefix --cwd"},
	"mamba run":      {valued: "-n --name -p --prefix --cwd"},
	"micromamba run": {valued: "-n --name -p --prefix --cwd"},
	"nsys profile": {
		valued: "-o -t -s -w -c -y -d -f --output --trace --sample --capture-range --duration --delay",
	},
	"nsys launch":         {valued: "-t -w --trace"},
	"ncu":                 {valued: "-o -k -c -s --export --kernel-name --launch-count --launch-skip --set"},
	"py-spy record":       {valued: "-o -d -r -f"},
	"singularity exec":    {valued: containerValued, operands: 1},
	"apptainer exec":      {valued: containerValued, operands: 1},
	"singularity run":     {valued: containerValued, operands: 1},
	"apptainer run":       {valued: containerValued, operands: 1},
	"docker run":          {valued: dockerValued, operands: 1},
	"nvidia-docker run":   {valued: dockerValued, operands: 1},
	"podman run":          {valued: dockerValued, operands: 1},
	"podman exec":         {valued: "-e -w -u --env --workdir --user", operands: 1},
	"kubectl exec":        {valued: "-n -c --namespace --container", operands: 1},
	"docker compose run":  {valued: composeValued, operands: 1},
	"docker-compose run":  {valued: composeValued, operands: 1},
	"docker compose exec": {valued: composeValued, operands: 1},
	"docker-compose exec": {valued: composeValued, operands: 1},
	"docker exec":         {valued: "-e -w -u --env --workdir --user", operands: 1},
	"coverage run":        {valued: "--source --omit --include --rcfile --data-file"},
	"screen":              {valued: "-S -dmS -L -Logfile -h -c"},
	"tsp":                 {valued: "-L -D -G -g -N"},
	"parallel":            {valued: "-j -P --jobs --max-procs --joblog --delay --results --colsep -a --arg-file"},
	"horovodrun":          {valued: mpiValued + " --num-proc -p --ssh-port --min-np --max-np --network-interface"},
	"oarsub":              {valued: "-l -p -q -t -n -O -E -d"},
	"bsub":                {valued: "-n -q -R -o -e -oo -eo -J -W -M -gpu -P -m -w -u -G -cwd -env"},
	"bitfusion run":       {valued: "-n -m -p -l -s --num_gpus --memory --partial --server_list --client_config"},
	"dvc run":             {valued: "-n -d -o -O -p -m -M -w --name --deps --outs --params --metrics --wdir"},
	"dvc stage add":       {valued: "-n -d -o -O -p -m -M -w --name --deps --outs --params --metrics --wdir"},
}

const (
	mpiValued = "-np -n -N -H -x -host --host -hostfile --hostfile -machinefile -bind-to --bind-to -map-by --map-by " +
		"--npernode -npernode --mca -mca -genv -ppn"
	dockerValued = "-v -e -p -w -u --name --gpus --shm-size --ipc --network --volume --env --mount --workdir --user " +
		"--entrypoint --env-file --ulimit --runtime --memory --cpus --hostname --device"
	composeValued = "-v -e -p -w -u -f --name --volume --env --publish --workdir --user --entrypoint --label --index " +
		"--env-from-file"
	containerValued = "-B --bind --env --pwd -H --home --overlay -w"
)

// unwrap takes wrappers off the front of a command and returns how many words
// went with them.
func unwrap(c *Command) int {
	taken := 0
	for range 8 {
		n := wrapped(c)
		if n == 0 || n >= len(c.Words) {
			break
		}
		own := c.Words[:n]
		c.Wrappers = append(c.Wrappers, own...)
		c.Words = c.Words[n:]
		if entry, ok := entrypoint(own); ok {
			c.Words = append([]Word{entry}, c.Words...)
			n-- // it stands where the last word that was taken did
		}
		taken += n
	}
	return taken
}

// entrypoint is the program that a container is told to run: what stands behind its image are then the program's words.
func entrypoint(words []Word) (Word, bool) {
	for i, w := range words {
		if w.Text == "--entrypoint" && i+1 < len(words) && words[i+1].Known && words[i+1].Text != "" {
			return words[i+1], true
		}
		if name, ok := strings.CutPrefix(w.Text, "--entrypoint="); ok && w.Known && name != "" {
			w.Text = name
			return w, true
		}
	}
	return Word{}, false
}

// wrapped is how many words the outermost wrapper takes, 0 when there is none.
func wrapped(c *Command) int {
	name, n := c.Name(), 1
	w, ok := wrappers[name]
	if len(c.Words) > 1 {
		if two, is := wrappers[name+" "+c.Words[1].Text]; is {
			w, ok, n = two, true, 2
		}
	}
	if len(c.Words) > 2 {
		if three, is := wrappers[name+" "+c.Words[1].Text+" "+c.Words[2].Text]; is {
			w, ok, n = three, true, 3
		}
	}
	if startsUnknown(c.Words) {
		return 1
	}
	if !ok || !c.Words[0].Known {
		return 0
	}
	return n + w.skip(c, c.Words[n:], name == "uv")
}

// bareVariable is a word that is one variable and nothing else.
var bareVariable = pattern.New(`^\$(\w+|\{\w+\})$`)

// startsUnknown recognises ${SRUN} python train.py: whatever a variable holds that nobody is seen to set, nothing among
// it, what stands behind it is a program's start.
func startsUnknown(words []Word) bool {
	if len(words) < 3 || words[0].Known || !bareVariable.MatchString(words[0].Text) || !words[1].Known {
		return false
	}
	name := path.Base(words[1].Text)
	return IsTraining(name) || IsTraining(name+" "+words[2].Text)
}

// skip is how many words behind the wrapper's name are its own.
func (w wrapper) skip(c *Command, words []Word, uv bool) int {
	valued, operands := strings.Fields(w.valued), w.operands
	for i := 0; i < len(words); i++ {
		s := words[i].Text
		switch {
		case uv && (s == "-m" || s == "--module"):
			return i
		case s == "--":
			return i + 1
		case s == "-mca" || s == "--mca":
			i += 2
		case slices.Contains(valued, s):
			i++
		case strings.HasPrefix(s, "-") && s != "-":
		case w.assigns && isAssignment(s):
			name, value, _ := strings.Cut(s, "=")
			inner := words[i]
			inner.Text = value
			c.Env[name] = inner
		case operands > 0:
			if operands--; operands == 0 {
				if i+1 < len(words) && words[i+1].Text == "--" {
					i++
				}
				return i + 1
			}
		case !words[i].Known && strings.HasPrefix(s, "$"):
			// An unknown word among a wrapper's options is an option too.
		default:
			return i
		}
	}
	return len(words)
}

func isAssignment(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && syntax.ValidName(name)
}

// isPython reports whether a command's name is a Python interpreter.
// pythonVariable is a variable that is called after the interpreter.
var pythonVariable = pattern.New(`(?i)^\$\{?(?:\w+_)?PYTHON3?(?:_(?:BIN|EXE|CMD|PATH|INTERPRETER))?\}?$`)

// IsPython reports whether a command is an interpreter of Python.
func IsPython(name string) bool {
	base := strings.TrimSuffix(path.Base(name), ".exe")
	if name == "py" || name == "py.exe" { // what starts it on Windows
		return true
	}
	if !strings.HasPrefix(base, "python") && !strings.HasPrefix(base, "pypy") && base != "ipython" {
		return pythonVariable.MatchString(base)
	}
	return strings.Trim(strings.TrimLeft(base, "ipython"), "0123456789.") == ""
}
