# syntax=docker/dockerfile:1
# renma in a container: docker run --rm -v "$PWD:/repo:ro" renma scan
# The context is the whole repository with .git, so that the program knows its
# version; leaving tracked files out would make it say that they are deleted.

FROM --platform=$BUILDPLATFORM golang:1.26-bookworm AS build
ARG TARGETOS
ARG TARGETARCH
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags="-s -w" -o /renma ./cmd/renma

# docker build --target scan: nothing but the program. Enough for every command
# that reads a directory; diff, ci-report and the like need git.
FROM scratch AS scan
COPY --from=build /renma /renma
USER 65532:65532
WORKDIR /repo
ENTRYPOINT ["/renma"]
CMD ["scan"]

# The default: renma asks the installed git for commits, so scratch and the
# distroless images are too small for it.
FROM alpine:3.22
# The mounted repository belongs to a user of the host, which git refuses unless
# it is told otherwise; nothing here writes to it or runs what it configures.
RUN apk add --no-cache git && git config --system --add safe.directory '*'
COPY --from=build /renma /usr/local/bin/renma
USER 65532:65532
WORKDIR /repo
ENTRYPOINT ["renma"]
CMD ["scan"]
