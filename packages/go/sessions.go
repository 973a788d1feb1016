package atrium

import (
	"context"
	"errors"
	"net/http"
	"time"

	"atrium.example/atrium/api"
)

// activityLife is a month: no session is idle for longer before the service ends it by itself.
const activityLife = 30 * 24 * time.Hour

type activityToken struct {
	SessionID string `json:"session_id"`
	Token     string `json:"session_activity_token"`
}

// Identity is who is signed in, with every membership. IsSessionOver says of its error whether the user has to sign in again.
func (l *Login) Identity(ctx context.Context, sessionID string) (*api.Identity, error) {
	header, err := l.activity(ctx, sessionID)
	if err != nil {
		return nil, err
	}
	identity, activity := &api.Identity{}, activityToken{}
	err = l.client.call(ctx, http.MethodGet, "/api/v1/auth/me", nil, header, identity, &activity)
	if err != nil {
		return nil, l.over(ctx, sessionID, err)
	}
	return identity, l.keep(ctx, sessionID, activity)
}

// Token is a user access token for your app, for the services behind you. It lives five minutes; a Verifier checks it. The
// organization may be empty where one membership reaches the app.
func (l *Login) Token(ctx context.Context, sessionID, organizationID string) (*api.UserToken, error) {
	if l.appID == "" {
		return nil, errors.New("atrium: a token is for an app")
	}
	header, err := l.activity(ctx, sessionID)
	if err != nil {
		return nil, err
	}
	body := struct {
		SessionID      string `json:"session_id"`
		AppID          string `json:"app_id"`
		OrganizationID string `json:"organization_id,omitempty"`
	}{sessionID, l.appID, organizationID}
	token := &api.UserToken{}
	if err := l.post(ctx, "/token", body, header, token); err != nil {
		return nil, l.over(ctx, sessionID, err)
	}
	return token, nil
}

// Proof is a fresh proof within a session.
type Proof struct {
	// Method is password, email_otp, totp or passkey.
	Method   string `json:"method"`
	Password string `json:"password,omitempty"`
	Code     string `json:"code,omitempty"`
	// Token and Response are of a passkey.
	Token    string `json:"token,omitempty"`
	Response any    `json:"response,omitempty"`
	// Challenge is the token of the challenge that sent the code.
	Challenge string `json:"-"`
}

// Reverified says until when a proof counts as a fresh sign-in, or which challenge has to be answered first.
type Reverified struct {
	ReverifiedAt time.Time  `json:"reverified_at"`
	ExpiresAt    time.Time  `json:"expires_at"`
	AMR          []string   `json:"amr"`
	Challenge    *Challenge `json:"challenge"`
}

// Reverify is a step-up. Without a code, email_otp sends one and answers its challenge.
func (l *Login) Reverify(ctx context.Context, sessionID string, proof Proof) (*Reverified, error) {
	body := struct {
		SessionID string `json:"session_id"`
		Proof
	}{sessionID, proof}
	header := http.Header{}
	if proof.Challenge != "" {
		header.Set("X-Login-Challenge", proof.Challenge)
	}
	reverified := &Reverified{}
	if err := l.post(ctx, "/session/reverify", body, header, reverified); err != nil {
		return nil, l.over(ctx, sessionID, err)
	}
	return reverified, nil
}

// End ends the session at the service, so that a copied id is worth nothing.
func (l *Login) End(ctx context.Context, sessionID string) error {
	body := struct {
		SessionID string `json:"session_id"`
	}{sessionID}
	if err := l.post(ctx, "/session/invalidate", body, nil); err != nil {
		return err
	}
	return l.Forget(ctx, sessionID)
}

// Forget forgets the session's activity token here alone.
func (l *Login) Forget(ctx context.Context, sessionID string) error {
	return l.store.Delete(ctx, placeOf(sessionID))
}

func (l *Login) keep(ctx context.Context, sessionID string, activity activityToken) error {
	return l.store.Set(ctx, placeOf(sessionID), activity.Token, activityLife)
}

func (l *Login) activity(ctx context.Context, sessionID string) (http.Header, error) {
	token, found, err := l.store.Get(ctx, placeOf(sessionID))
	header := http.Header{}
	if found {
		header.Set("X-Session-Activity", token)
	}
	return header, err
}

// over forgets a session of which the service says that it is over.
func (l *Login) over(ctx context.Context, sessionID string, err error) error {
	if !IsSessionOver(err) {
		return err
	}
	return errors.Join(err, l.Forget(ctx, sessionID))
}

func placeOf(sessionID string) string { return "activity:" + sessionID }
