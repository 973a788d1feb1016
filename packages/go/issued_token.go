package atrium

import (
	"context"
	"encoding/json"
	"net/url"
)

// Introspected is what the service says of a token (RFC 7662). All but Active is empty for a token that is not active.
type Introspected struct {
	Active    bool   `json:"active"`
	Scope     string `json:"scope"`
	ClientID  string `json:"client_id"`
	Subject   string `json:"sub"`
	TokenType string `json:"token_type"`
	ExpiresAt int64  `json:"exp"`
	IssuedAt  int64  `json:"iat"`
	// Claims is the whole answer.
	Claims map[string]any `json:"-"`
}

// Introspect asks whether a token of your environment may be used now. A token that was revoked, or whose user, session or client
// has ended, is not active, as any other that means nothing here.
func (c *Client) Introspect(ctx context.Context, token string) (*Introspected, error) {
	response, err := c.postForm(ctx, "/oauth/introspect", url.Values{"token": {token}})
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var raw json.RawMessage
	told := &Introspected{}
	if err := json.NewDecoder(response.Body).Decode(&raw); err != nil {
		return nil, unanswered(CodeNetworkError, err)
	}
	if err := json.Unmarshal(raw, told); err != nil {
		return nil, unanswered(CodeNetworkError, err)
	}
	if err := json.Unmarshal(raw, &told.Claims); err != nil {
		return nil, unanswered(CodeNetworkError, err)
	}
	return told, nil
}

// Revoke gives a token of your credential's own back, or a user's token if the credential holds tokens:issue (RFC 7009). Any other
// token is left as it is.
func (c *Client) Revoke(ctx context.Context, token string) error {
	response, err := c.postForm(ctx, "/oauth/revoke", url.Values{"token": {token}})
	if err != nil {
		return err
	}
	return response.Body.Close()
}
