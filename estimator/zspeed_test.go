package estimator

import ("testing";"fmt";"syscall")

func cpu() float64 { var u syscall.Rusage; syscall.Getrusage(syscall.RUSAGE_SELF, &u); return float64(u.Utime.Sec)*1e3+float64(u.Utime.Usec)/1e3+float64(u.Stime.Sec)*1e3+float64(u.Stime.Usec)/1e3 }

func TestZSpeed(t *testing.T) {
	for name, job := range bases(t) {
		f := settle(job)
		c := courseOf(f, countStates(f), passOf(f))
		n := 50
		start := cpu()
		for range n { courseOf(f, countStates(f), passOf(f)) }
		build := (cpu()-start) / float64(n)
		start = cpu()
		for range n { c.play(nil) }
		exact := (cpu()-start) / float64(n)
		start = cpu()
		for range n { c.play(newAllocator(false)) }
		fmt.Printf("%-45s events %6d build %.3f exact %.3f play %.3f ms\n", name, len(c.events), build, exact, (cpu()-start)/float64(n))
	}
}
