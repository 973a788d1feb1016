package atrium

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"atrium.example/atrium/api"
)

// Step is what comes next in a login: a *Granted, an *OTPRequired or an *EnrolmentRequired. It is plain data: keep it between two
// requests, on your server.
type Step interface{ step() }

// Granted: the user is signed in as far as the service is concerned. Exchange the grant at once.
type Granted struct {
	Grant     string    `json:"grant"`
	ExpiresAt time.Time `json:"grant_expires_at"`
	// TrustedDevice is the browser's new token, in place of the one that it had. Nil: it keeps the one that it has.
	TrustedDevice *TrustedDevice `json:"trusted_device"`
}

// TrustedDevice is a browser's token, which stands in for the second factor.
type TrustedDevice struct {
	ID         string    `json:"id"`
	Token      string    `json:"token"`
	WindowDays int       `json:"window_days"`
	ExpiresAt  time.Time `json:"expires_at"`
}

// OTPRequired: a second factor is asked for. It is a code, or a passkey when Challenge.Type says so.
type OTPRequired struct {
	Email     string    `json:"email"`
	Challenge Challenge `json:"challenge"`
}

// Challenge says which factor is asked for. Fields of other types are empty.
type Challenge struct {
	// Type is email_otp, totp, recovery_code or passkey; Methods are all that would do.
	Type       string    `json:"type"`
	Methods    []string  `json:"methods"`
	Token      string    `json:"token"`
	ExpiresAt  time.Time `json:"expires_at"`
	CodeLength int       `json:"code_length"`
	// MaskedEmail and ResendAfterSeconds are of a mailed code. Sent is false when the service sent none; nil otherwise.
	MaskedEmail        string `json:"masked_email"`
	ResendAfterSeconds int    `json:"resend_after_seconds"`
	Sent               *bool  `json:"sent,omitempty"`
	// Passkey is for navigator.credentials.get.
	Passkey               json.RawMessage `json:"passkey,omitempty"`
	RememberDeviceAllowed bool            `json:"remember_device_allowed"`
	TrustedDeviceDays     int             `json:"trusted_device_days"`
}

// EnrolmentRequired: the policy asks for a factor that the user has not. Token lets the user register one, as enrolment_token.
type EnrolmentRequired struct {
	Token     string    `json:"token"`
	Methods   []string  `json:"methods"`
	ExpiresAt time.Time `json:"expires_at"`
}

func (*Granted) step()           {}
func (*OTPRequired) step()       {}
func (*EnrolmentRequired) step() {}

// Login handles login from password to session, and replays a session's activity token for you. Make it with NewLogin.
type Login struct {
	client *Client
	store  Store
	appID  string
}

// NewLogin signs users in to your app. The store keeps activity tokens: several servers need one that they share.
func NewLogin(client *Client, appID string, store Store) *Login {
	return &Login{client, store, appID}
}

// Credentials are what a user types at first.
type Credentials struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	// Method is the second factor that the user prefers; it may be empty.
	Method string `json:"method,omitempty"`
	// TrustedDevice is the token of the browser's trusted device, if it has one.
	TrustedDevice string `json:"-"`
}

// Preflight is the password stage.
func (l *Login) Preflight(ctx context.Context, given Credentials) (Step, error) {
	header := http.Header{}
	if given.TrustedDevice != "" {
		header.Set("X-Trusted-Device", given.TrustedDevice)
	}
	return l.step(ctx, "/login/preflight", given, header, given.Email)
}

// Remembering says whether the browser shall be trusted: the grant then has a TrustedDevice.
type Remembering struct {
	Device     bool   `json:"remember_device,omitempty"`
	DeviceName string `json:"device_name,omitempty"`
}

// Verify is the second stage, by a code. The challenge's token goes along, so that a stranger who knows the address can't use up the
// tries of this login. The method is the challenge's unless it is named: email_otp, totp or recovery_code.
func (l *Login) Verify(ctx context.Context, at *OTPRequired, code, method string, remember Remembering) (Step, error) {
	if method == "" && at.Challenge.Type != "passkey" {
		method = at.Challenge.Type
	}
	body := struct {
		Email  string `json:"email"`
		Code   string `json:"code"`
		Method string `json:"method,omitempty"`
		Remembering
	}{at.Email, code, method, remember}
	header := http.Header{"X-Login-Challenge": {at.Challenge.Token}}
	return l.step(ctx, "/login/verify-otp", body, header, at.Email)
}

// VerifyPasskey is the second stage, by what navigator.credentials.get gave for the challenge, as toJSON makes it.
func (l *Login) VerifyPasskey(
	ctx context.Context, at *OTPRequired, response json.RawMessage, remember Remembering,
) (Step, error) {
	body := struct {
		Token    string          `json:"token"`
		Response json.RawMessage `json:"response"`
		Remembering
	}{at.Challenge.Token, response, remember}
	return l.step(ctx, "/passkeys/authentication", body, nil, at.Email)
}

// Exchange turns a grant into a session: once, within 60 seconds. The session's activity token goes into the store.
func (l *Login) Exchange(ctx context.Context, granted *Granted) (*api.SessionExchange, error) {
	body := struct {
		Grant string `json:"grant"`
		AppID string `json:"app_id,omitempty"`
	}{granted.Grant, l.appID}
	session, activity := &api.SessionExchange{}, activityToken{}
	if err := l.post(ctx, "/session/exchange", body, nil, session, &activity); err != nil {
		return nil, err
	}
	return session, l.keep(ctx, activity.SessionID, activity)
}

func (l *Login) step(ctx context.Context, path string, body any, header http.Header, email string) (Step, error) {
	var answer struct {
		Status string `json:"status"`
		Granted
		Challenge Challenge         `json:"challenge"`
		Enrolment EnrolmentRequired `json:"enrolment"`
	}
	if err := l.post(ctx, path, body, header, &answer); err != nil {
		return nil, err
	}
	switch answer.Status {
	case "grant":
		return &answer.Granted, nil
	case "otp_required":
		return &OTPRequired{email, answer.Challenge}, nil
	case "enrolment_required":
		return &answer.Enrolment, nil
	}
	return nil, errors.New("atrium: the service answered a step that this client does not know: " + answer.Status)
}

func (l *Login) post(ctx context.Context, path string, body any, header http.Header, into ...any) error {
	return l.client.call(ctx, http.MethodPost, "/api/v1/auth"+path, body, header, into...)
}

// call sends JSON, and reads the answer into each of what is given.
func (c *Client) call(ctx context.Context, method, path string, body any, header http.Header, into ...any) error {
	var sent bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&sent).Encode(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base.String()+path, &sent)
	if err != nil {
		return err
	}
	if header != nil {
		request.Header = header
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer json.RawMessage
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return unanswered(CodeNetworkError, err)
	}
	for _, one := range into {
		if err := json.Unmarshal(answer, one); err != nil {
			return unanswered(CodeNetworkError, err)
		}
	}
	return nil
}
