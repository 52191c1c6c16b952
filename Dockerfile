# trainlint in a container: docker run --rm -v "$PWD:/src" trainlint
FROM golang:1.26-bookworm AS build
WORKDIR /build
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN packaging/build.sh linux "$(go env GOARCH)" /trainlint

FROM scratch
COPY --from=build /trainlint /trainlint
WORKDIR /src
ENTRYPOINT ["/trainlint"]
