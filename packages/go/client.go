// Package atrium is the typed client of Atrium: every route of the API, logins, tokens and sessions.
package atrium

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"atrium.example/atrium/api"
)

// Settings say where the service is, and as whom to call it. Leave out what your calls don't need.
type Settings struct {
	// BaseURL is where the service is, which is the issuer of its tokens: https://id.example.
	BaseURL string
	// ClientID and ClientSecret are a machine credential.
	ClientID     string
	ClientSecret string
	// TenantID (atr_…) and TenantSecret (alcs_…) are for logins.
	TenantID     string
	TenantSecret string
	// OperatorToken (aop_…) is for the operator's routes.
	OperatorToken string
	// Deadline is how long a call may take, with all its tries; ten seconds unless told. A context can end it sooner.
	Deadline time.Duration
	// HTTP sends the requests in place of one of this package. It must follow no redirect.
	HTTP *http.Client
}

// Client makes calls for one tenant's environment. Make one for the process: it keeps one machine token for all calls, and renews
// it before it ends. It is safe for use by several goroutines.
type Client struct {
	// API has a function for each route. Each call goes out as whom its route asks for, is sent again after a 429, a 503 or a
	// broken connection where that is safe, and fails with an *Error.
	API *api.ClientWithResponses

	settings Settings
	base     *url.URL
	http     *http.Client
	tokens   *machineTokens
}

// New makes a client. It fails for an address that would send secrets in the clear.
func New(settings Settings) (*Client, error) {
	base, err := safeBaseURL(settings.BaseURL)
	if err != nil {
		return nil, err
	}
	if settings.Deadline == 0 {
		settings.Deadline = 10 * time.Second
	}
	client := &Client{settings: settings, base: base, http: settings.HTTP}
	if client.http == nil {
		client.http = &http.Client{CheckRedirect: followNone}
	}
	client.tokens = &machineTokens{ask: client.askForToken, now: time.Now, patience: settings.Deadline}
	client.API, err = api.NewClientWithResponses(base.String(), api.WithHTTPClient(client))
	if err != nil {
		return nil, err
	}
	return client, nil
}

// followNone: the service redirects no call. Whoever does would be sent the secrets.
func followNone(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// MachineToken is the machine token that calls go out with, for a request of your own.
func (c *Client) MachineToken(ctx context.Context) (string, error) {
	if c.settings.ClientID == "" || c.settings.ClientSecret == "" {
		return "", errors.New("atrium: this call needs ClientID and ClientSecret")
	}
	return c.tokens.current(ctx)
}

func (c *Client) askForToken(ctx context.Context) (*issuedToken, error) {
	askedAt := time.Now()
	response, err := c.postForm(ctx, "/oauth/token", url.Values{"grant_type": {"client_credentials"}})
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, unanswered(CodeNetworkError, err)
	}
	return &issuedToken{answer.AccessToken, askedAt, time.Duration(answer.ExpiresIn) * time.Second}, nil
}

// postForm posts a form in the credential's own name. It may be sent again.
func (c *Client) postForm(ctx context.Context, path string, form url.Values) (*http.Response, error) {
	if c.settings.ClientID == "" || c.settings.ClientSecret == "" {
		return nil, errors.New("atrium: this call needs ClientID and ClientSecret")
	}
	request, err := http.NewRequestWithContext(
		ctx, http.MethodPost, c.base.String()+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	// RFC 6749 §2.3.1: both are encoded as in a form.
	request.SetBasicAuth(url.QueryEscape(c.settings.ClientID), url.QueryEscape(c.settings.ClientSecret))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return c.send(request, true, nil)
}
