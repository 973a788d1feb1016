package atrium

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const (
	keysKept    = 10 * time.Minute
	keysPause   = 30 * time.Second
	keysTimeout = 5 * time.Second
	longestKeys = 1 << 20
)

// ErrToken is what every token fails with that is not what it has to be. A failure to get the keys is an *Error instead.
var ErrToken = errors.New("atrium: the token is refused")

// Keys are the public keys of a service, kept for ten minutes, and asked for again when a token names another one, at most twice a
// minute. Make them with NewKeys, one for the process.
type Keys struct {
	issuer string
	http   *http.Client
	now    func() time.Time

	mutex   sync.Mutex
	keys    jose.JSONWebKeySet
	askedAt time.Time
}

// NewKeys are the keys of the service at an address.
func NewKeys(baseURL string) (*Keys, error) {
	base, err := safeBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	client := &http.Client{CheckRedirect: followNone, Timeout: keysTimeout}
	return &Keys{issuer: base.String(), http: client, now: time.Now}, nil
}

func (k *Keys) find(ctx context.Context, kid string) (*jose.JSONWebKey, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	age := k.now().Sub(k.askedAt)
	unknown := len(k.keys.Key(kid)) == 0
	if k.askedAt.IsZero() || age > keysKept || (unknown && age > keysPause) {
		if err := k.fetch(ctx); err != nil {
			return nil, err
		}
	}
	if found := k.keys.Key(kid); len(found) == 1 {
		return &found[0], nil
	}
	return nil, refusedToken("the service has no such key")
}

func (k *Keys) fetch(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, k.issuer+"/oauth/jwks", nil)
	if err != nil {
		return err
	}
	response, err := k.http.Do(request)
	if err != nil {
		return lost(ctx, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return failureOf(response)
	}
	var keys jose.JSONWebKeySet
	if err := json.NewDecoder(http.MaxBytesReader(nil, response.Body, longestKeys)).Decode(&keys); err != nil {
		return unanswered(CodeNetworkError, err)
	}
	k.keys, k.askedAt = keys, k.now()
	return nil
}

// wanted is what a token has to be.
type wanted struct {
	typ        string
	algorithms []jose.SignatureAlgorithm
	audience   string
	leeway     time.Duration
}

// verify puts the claims of a token into claims, when it is what is wanted.
func (k *Keys) verify(ctx context.Context, token string, want wanted, claims any) (*jwt.Claims, error) {
	// The algorithms are the verifier's to name, and the key has one of its own: a token names neither.
	parsed, err := jwt.ParseSigned(token, want.algorithms)
	if err != nil || len(parsed.Headers) != 1 {
		return nil, refusedToken("it is no token, or is signed otherwise")
	}
	header := parsed.Headers[0]
	typ, _ := header.ExtraHeaders[jose.HeaderType].(string)
	if strings.TrimPrefix(strings.ToLower(typ), "application/") != want.typ {
		return nil, refusedToken("it is no " + want.typ)
	}
	key, err := k.find(ctx, header.KeyID)
	if err != nil {
		return nil, err
	}
	if key.Algorithm != "" && key.Algorithm != header.Algorithm {
		return nil, refusedToken("its key is for another algorithm")
	}
	var standard jwt.Claims
	if err := parsed.Claims(key.Key, &standard, claims); err != nil {
		return nil, refusedToken("its signature or form is wrong")
	}
	expected := jwt.Expected{Issuer: k.issuer, AnyAudience: jwt.Audience{want.audience}, Time: k.now()}
	if err := standard.ValidateWithLeeway(expected, want.leeway); err != nil {
		return nil, refusedToken(err.Error())
	}
	if standard.Expiry == nil || standard.IssuedAt == nil {
		return nil, refusedToken("it says no times")
	}
	return &standard, nil
}

type tokenError struct{ why string }

func (e tokenError) Error() string { return ErrToken.Error() + ": " + e.why }
func (e tokenError) Unwrap() error { return ErrToken }

func refusedToken(why string) error { return tokenError{why} }
