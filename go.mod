module github.com/trainlint/trainlint

go 1.26
