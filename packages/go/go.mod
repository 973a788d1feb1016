module atrium.example/atrium

go 1.24.0

require (
	github.com/go-jose/go-jose/v4 v4.1.9
	github.com/oapi-codegen/runtime v1.8.0
	golang.org/x/sync v0.16.0
)

require (
	github.com/apapsch/go-jsonmerge/v2 v2.0.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
)
