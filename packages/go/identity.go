package atrium

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// EndUser is the end user's browser, as your server saw it. The service believes it, so take it from the connection or a proxy of
// yours.
type EndUser struct {
	IP    string
	Agent string
}

type endUserKey struct{}

// ForUser says for whom the calls with a context are made.
func ForUser(ctx context.Context, user EndUser) context.Context {
	return context.WithValue(ctx, endUserKey{}, user)
}

func addEndUser(ctx context.Context, header http.Header) {
	user, _ := ctx.Value(endUserKey{}).(EndUser)
	if user.IP != "" {
		header.Set("X-End-User-Ip", user.IP)
	}
	plain := strings.Map(func(char rune) rune {
		if char < ' ' || char > '~' {
			return -1
		}
		return char
	}, user.Agent)
	if plain != "" {
		header.Set("X-End-User-Agent", plain[:min(len(plain), 500)])
	}
}

type caller int

const (
	nobody caller = iota
	asTenant
	asMachine
	asOperator
)

// callerOf says who a route wants to be called by.
func callerOf(path string) caller {
	switch {
	case path == "/api/v1/operator/command-line":
		return nobody
	case strings.HasPrefix(path, "/api/v1/operator/"):
		return asOperator
	case strings.HasPrefix(path, "/api/v1/enrolment/"), strings.HasPrefix(path, "/api/v1/installations/"),
		path == "/api/v1/openapi.json":
		return nobody
	case tenantPaths[path]:
		return asTenant
	}
	return asMachine
}

// identify puts the identity into a request that its route asks for.
func (c *Client) identify(ctx context.Context, path string, header http.Header) error {
	who := callerOf(path)
	// `me` takes either; a backend that signs people in has the secret and needs no scope for it.
	if path == "/api/v1/auth/me" && c.settings.TenantSecret != "" {
		who = asTenant
	}
	switch who {
	case nobody:
		return nil
	case asOperator:
		if c.settings.OperatorToken == "" {
			return errors.New("atrium: this call needs OperatorToken")
		}
		header.Set("Authorization", "Bearer "+c.settings.OperatorToken)
		return nil
	case asTenant:
		if c.settings.TenantID == "" || c.settings.TenantSecret == "" {
			return errors.New("atrium: this call needs TenantID and TenantSecret")
		}
		header.Set("Authorization", "Bearer "+c.settings.TenantSecret)
		header.Set("X-Tenant-Id", c.settings.TenantID)
		return nil
	}
	token, err := c.MachineToken(ctx)
	if err != nil {
		return err
	}
	header.Set("Authorization", "Bearer "+token)
	return nil
}

// safeBaseURL is an address without its last slash. Secrets go nowhere in the clear but to this machine.
func safeBaseURL(address string) (*url.URL, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("atrium: the base URL is none: %w", err)
	}
	ip := net.ParseIP(base.Hostname())
	local := base.Hostname() == "localhost" || (ip != nil && ip.IsLoopback())
	if base.Hostname() == "" || !(base.Scheme == "https" || (base.Scheme == "http" && local)) {
		return nil, fmt.Errorf("atrium: the base URL must be https: %s://%s", base.Scheme, base.Host)
	}
	return &url.URL{Scheme: base.Scheme, Host: base.Host, Path: strings.TrimRight(base.Path, "/")}, nil
}
