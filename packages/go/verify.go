package atrium

import (
	"context"
	"errors"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// UserClaims are what a user access token says. It was true when the token was signed, at most five minutes ago.
type UserClaims struct {
	// Subject is the user, SessionID the session.
	Subject      string   `json:"sub"`
	SessionID    string   `json:"sid"`
	TenantID     string   `json:"tenant_id"`
	Environment  string   `json:"environment"`
	OrgID        string   `json:"org_id"`
	Role         string   `json:"role"`
	Permissions  []string `json:"permissions"`
	Package      *string  `json:"package"`
	Entitlements []string `json:"entitlements"`
	AMR          []string `json:"amr"`
	AuthTime     int64    `json:"auth_time"`
	Expiry       int64    `json:"exp"`
}

// Verifier verifies user access tokens without asking the service about each: signature, issuer, audience, kind and time. Make it
// with NewVerifier, one for the process.
type Verifier struct {
	// TenantID holds tokens to your tenant besides, when it is set.
	TenantID string

	keys  *Keys
	appID string
}

// NewVerifier makes a verifier for your app: tokens for others are refused.
func NewVerifier(keys *Keys, appID string) (*Verifier, error) {
	if appID == "" {
		return nil, errors.New("atrium: a verifier is for an app")
	}
	return &Verifier{keys: keys, appID: appID}, nil
}

// Verify gives the claims of a token. It fails with ErrToken for every other token, and with an *Error when the keys can't be had.
func (v *Verifier) Verify(ctx context.Context, token string) (*UserClaims, error) {
	claims := &UserClaims{}
	_, err := v.keys.verify(ctx, token, wanted{
		typ: "at+jwt",
		// The algorithm that the service signs these with. A token that names another one, or none, is somebody else's.
		algorithms: []jose.SignatureAlgorithm{jose.EdDSA},
		audience:   v.appID,
		leeway:     5 * time.Second,
	}, claims)
	if err != nil {
		return nil, err
	}
	if claims.Subject == "" || claims.SessionID == "" || claims.TenantID == "" {
		return nil, refusedToken("it names nobody")
	}
	if v.TenantID != "" && claims.TenantID != v.TenantID {
		return nil, refusedToken("it is of another tenant")
	}
	return claims, nil
}
