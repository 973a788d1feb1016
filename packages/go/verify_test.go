package atrium

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"
)

func verifierOf(t *testing.T, product *given) *Verifier {
	t.Helper()
	keys, err := NewKeys(product.Settings.BaseURL)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := NewVerifier(keys, product.Settings.AppID)
	if err != nil {
		t.Fatal(err)
	}
	verifier.TenantID = product.Settings.TenantID
	return verifier
}

// changed is a good token's claims with some others; nil takes one away.
func changed(good, wrong map[string]any) map[string]any {
	claims := maps.Clone(good)
	for name, value := range wrong {
		claims[name] = value
		if value == nil {
			delete(claims, name)
		}
	}
	return claims
}

func TestAUserAccessTokenPassesAndEverythingElseDoesNot(t *testing.T) {
	product, ctx := theProduct(t), t.Context()
	verifier, now := verifierOf(t, product), time.Now().Unix()
	good := map[string]any{
		"iss": product.Settings.BaseURL, "aud": product.Settings.AppID, "sub": "u", "sid": "s",
		"tenant_id": product.Settings.TenantID, "iat": now, "exp": now + 60,
	}
	token := product.signed(t, "user_token", "at+jwt", good)
	if claims, err := verifier.Verify(ctx, token); err != nil || claims.Subject != "u" {
		t.Fatalf("got %+v, %v", claims, err)
	}
	machine, err := product.client(t).MachineToken(ctx)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(token, ".")
	refused := []string{
		machine, "no token", parts[0] + "." + parts[1] + ".", parts[0] + "." + parts[1] + "." + parts[2][:80] + "AAAAAA",
		product.signed(t, "user_token", "JWT", good), product.signed(t, "id_token", "at+jwt", good),
		"eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0." + parts[1] + ".",
	}
	for _, wrong := range []map[string]any{
		{"exp": now - 60}, {"iss": "https://other.example"}, {"aud": "another"}, {"tenant_id": "atr_other"},
		{"sid": nil}, {"exp": nil}, {"iat": nil},
	} {
		refused = append(refused, product.signed(t, "user_token", "at+jwt", changed(good, wrong)))
	}
	for nth, one := range refused {
		if claims, err := verifier.Verify(ctx, one); !errors.Is(err, ErrToken) {
			t.Errorf("the %dth passes: %+v, %v", nth, claims, err)
		}
	}
}

func TestKeysThatCanNotBeHadAreNoFaultOfTheToken(t *testing.T) {
	product := theProduct(t)
	verifier := verifierOf(t, product)
	server := aScripted(t, func(string, int) answer { return answer{status: 503} })
	verifier.keys, _ = NewKeys(server.URL)
	now := time.Now().Unix()
	token := product.signed(t, "user_token", "at+jwt", map[string]any{"iat": now, "exp": now + 60})
	if _, err := verifier.Verify(t.Context(), token); failureIn(t, err).Status != 503 || errors.Is(err, ErrToken) {
		t.Fatalf("got %v", err)
	}
}

func TestALogoutTokenEndsItsSessionOnce(t *testing.T) {
	product, ctx := theProduct(t), t.Context()
	now := time.Now().Unix()
	good := map[string]any{
		"iss": product.Settings.BaseURL, "aud": "aoc_1", "sub": "u", "sid": "s", "jti": "one", "iat": now, "exp": now + 120,
		"events": map[string]any{logoutEvent: map[string]any{}},
	}
	keys, err := NewKeys(product.Settings.BaseURL)
	if err != nil {
		t.Fatal(err)
	}
	receiver := NewLogoutReceiver(keys, "aoc_1", NewMemoryStore(100))
	var ended []Logout
	end := func(_ context.Context, logout Logout) error {
		ended = append(ended, logout)
		return nil
	}
	for _, wrong := range []map[string]any{
		{"nonce": "n"}, {"events": map[string]any{}}, {"events": map[string]any{logoutEvent: true}}, {"events": nil},
		{"aud": "aoc_2"}, {"iss": "https://other.example"}, {"iat": now - 600}, {"sub": nil, "sid": nil}, {"jti": nil},
	} {
		token := product.signed(t, "id_token", "logout+jwt", changed(good, wrong))
		if _, err := receiver.Receive(ctx, token, end); !errors.Is(err, ErrToken) {
			t.Errorf("%v passes: %v", wrong, err)
		}
	}
	if _, err := receiver.Receive(ctx, product.signed(t, "id_token", "JWT", good), end); !errors.Is(err, ErrToken) {
		t.Errorf("an ID token passes: %v", err)
	}
	if len(ended) != 0 {
		t.Fatalf("ended %v", ended)
	}

	token := product.signed(t, "id_token", "logout+jwt", good)
	away := errors.New("the database is away")
	if _, err := receiver.Receive(ctx, token, func(context.Context, Logout) error { return away }); !errors.Is(err, away) {
		t.Fatalf("got %v", err)
	}
	for nth := range 2 {
		if did, err := receiver.Receive(ctx, token, end); err != nil || did != (nth == 0) {
			t.Fatalf("the %dth time: %v, %v", nth, did, err)
		}
	}
	if len(ended) != 1 || ended[0].SessionID != "s" || ended[0].Subject != "u" {
		t.Fatalf("ended %v", ended)
	}
}
