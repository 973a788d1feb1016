package atrium

import (
	"context"
	"encoding/json"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	logoutEvent = "http://schemas.openid.net/event/backchannel-logout"
	// remembered: a delivery is tried for under nine hours, with the same `jti`.
	remembered   = 24 * time.Hour
	logoutLeeway = 30 * time.Second
	oldestLogout = 5 * time.Minute
)

// Logout is whom a logout token signs out: one session, or every session of a user that began before.
type Logout struct {
	SessionID string
	Subject   string
	// At is when the token was made: a session that began later is not meant.
	At time.Time
}

// LogoutReceiver takes logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.6). Make it with NewLogoutReceiver.
type LogoutReceiver struct {
	keys     *Keys
	clientID string
	store    SharedStore
}

// NewLogoutReceiver makes a receiver for your OIDC client. The store remembers each token's `jti`, for all your servers.
func NewLogoutReceiver(keys *Keys, clientID string, store SharedStore) *LogoutReceiver {
	return &LogoutReceiver{keys, clientID, store}
}

// Receive verifies a token, calls end, and says whether it did: each token is acted on once, and one whose end failed may come
// again. It fails with ErrToken for what is no logout token of this client: answer 400. For every other error answer 503, and the
// service tries again.
func (r *LogoutReceiver) Receive(
	ctx context.Context, token string, end func(context.Context, Logout) error,
) (bool, error) {
	var claims struct {
		SessionID string                     `json:"sid"`
		Nonce     json.RawMessage            `json:"nonce"`
		Events    map[string]json.RawMessage `json:"events"`
	}
	standard, err := r.keys.verify(ctx, token, wanted{
		typ:        "logout+jwt",
		algorithms: []jose.SignatureAlgorithm{jose.RS256, jose.PS256, jose.ES256, jose.EdDSA},
		audience:   r.clientID,
		leeway:     logoutLeeway,
	}, &claims)
	if err != nil {
		return false, err
	}
	var event map[string]json.RawMessage
	switch at := standard.IssuedAt.Time(); {
	case json.Unmarshal(claims.Events[logoutEvent], &event) != nil || event == nil || standard.ID == "":
		return false, refusedToken("it is no logout token")
	case claims.Nonce != nil:
		// An ID token must not pass for one.
		return false, refusedToken("a logout token has no nonce")
	case r.keys.now().Sub(at) > oldestLogout+logoutLeeway:
		return false, refusedToken("it is too old")
	case claims.SessionID == "" && standard.Subject == "":
		return false, refusedToken("it names nobody")
	default:
		return r.once(ctx, standard.ID, func() error {
			return end(ctx, Logout{claims.SessionID, standard.Subject, at})
		})
	}
}

func (r *LogoutReceiver) once(ctx context.Context, id string, work func() error) (bool, error) {
	place := "logout:" + id
	first, err := r.store.Add(ctx, place, "1", remembered)
	if err != nil || !first {
		return false, err
	}
	if err := work(); err != nil {
		_ = r.store.Delete(context.WithoutCancel(ctx), place)
		return false, err
	}
	return true, nil
}
