package atrium

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"atrium.example/atrium/api"
	"github.com/oapi-codegen/runtime/types"
)

const users = "/api/v1/management/users"

func failureIn(t *testing.T, err error) *Error {
	t.Helper()
	var failure *Error
	if !errors.As(err, &failure) {
		t.Fatalf("got %v, want an *Error", err)
	}
	return failure
}

func listUsers(ctx context.Context, client *Client) error {
	_, err := client.API.ListUsersWithResponse(ctx, nil)
	return err
}

func createUser(ctx context.Context, client *Client) error {
	_, err := client.API.CreateUserWithResponse(ctx, api.NewUser{Email: "ada@example.com"})
	return err
}

func preflight(ctx context.Context, client *Client) error {
	return client.call(ctx, http.MethodPost, "/api/v1/auth/login/preflight", struct{}{}, nil)
}

func TestACallIsTypedAndAnsweredByTheService(t *testing.T) {
	product := theProduct(t)
	email := types.Email(product.Person.Email)
	found, err := product.client(t).API.ListUsersWithResponse(t.Context(), &api.ListUsersParams{Email: &email})
	if err != nil {
		t.Fatal(err)
	}
	if list := found.JSON200.Users; len(list) != 1 || list[0].ID.String() != product.Person.ID {
		t.Fatalf("got %v", list)
	}
}

func TestARefusalHasACodeAndTheRequestsID(t *testing.T) {
	client := theProduct(t).client(t)
	_, err := NewLogin(client, "", NewMemoryStore(1)).Exchange(t.Context(), &Granted{Grant: "spent"})
	failure := failureIn(t, err)
	if failure.Status != 401 || failure.Code != CodeInvalidCredentials || failure.RequestID == "" {
		t.Fatalf("got %+v", failure)
	}
}

func TestManyCallersShareOneTokenRequest(t *testing.T) {
	server := aScripted(t, func(path string, _ int) answer {
		if path == "/oauth/token" {
			// All callers are there before the token is.
			time.Sleep(100 * time.Millisecond)
			return aToken
		}
		return answer{status: 200, body: `{"users":[]}`}
	})
	client := server.client(t, 0)
	var all sync.WaitGroup
	for range 20 {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := listUsers(t.Context(), client); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	if server.count("/oauth/token") != 1 || server.count(users) != 20 {
		t.Fatalf("%d token requests, %d calls", server.count("/oauth/token"), server.count(users))
	}
}

func TestACallerWhoLeavesTakesNobodysTokenAway(t *testing.T) {
	asked := make(chan struct{})
	goOn := make(chan struct{})
	server := aScripted(t, func(path string, _ int) answer {
		if path == "/oauth/token" {
			close(asked)
			<-goOn
			return aToken
		}
		return answer{status: 200, body: `{"users":[]}`}
	})
	client := server.client(t, 0)
	ctx, leave := context.WithCancel(t.Context())
	first := make(chan error)
	go func() { first <- listUsers(ctx, client) }()
	<-asked
	second := make(chan error)
	go func() { second <- listUsers(t.Context(), client) }()
	leave()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	close(goOn)
	if err := <-second; err != nil {
		t.Fatal(err)
	}
	if server.count("/oauth/token") != 1 {
		t.Fatalf("%d token requests", server.count("/oauth/token"))
	}
}

func TestATokenServesUntilShortlyBeforeItsEnd(t *testing.T) {
	now := time.Unix(1000, 0)
	asked, fails := 0, false
	tokens := &machineTokens{now: func() time.Time { return now }, patience: time.Second}
	tokens.ask = func(context.Context) (*issuedToken, error) {
		asked++
		if fails {
			return nil, unanswered(CodeNetworkError, nil)
		}
		return &issuedToken{strings.Repeat("t", asked), now, 900 * time.Second}, nil
	}
	current := func(want string) {
		t.Helper()
		if got, err := tokens.current(t.Context()); err != nil || got != want {
			t.Fatalf("got %q, %v, want %q", got, err, want)
		}
	}
	current("t")
	tokens.refused("t")
	now = now.Add(809 * time.Second)
	current("t")
	tokens.refused("t")
	current("tt")
	fails = true
	now = now.Add(820 * time.Second)
	current("tt")
	now = now.Add(60 * time.Second)
	if _, err := tokens.current(t.Context()); CodeOf(err) != CodeNetworkError {
		t.Fatalf("got %v", err)
	}
}

func TestASafeCallIsRepeatedAndWaitsAsLongAsItIsTold(t *testing.T) {
	server := aScripted(t, only(func(nth int) answer {
		if nth == 1 {
			return answer{503, `{"code":"service_overloaded"}`, map[string]string{"Retry-After": "1"}, false}
		}
		return answer{status: 200, body: `{"users":[]}`}
	}))
	begun := time.Now()
	if err := listUsers(t.Context(), server.client(t, 0)); err != nil {
		t.Fatal(err)
	}
	if server.count(users) != 2 || time.Since(begun) < time.Second {
		t.Fatalf("%d calls in %v", server.count(users), time.Since(begun))
	}
}

func TestWhichCallsAreRepeated(t *testing.T) {
	for name, one := range map[string]struct {
		call  func(context.Context, *Client) error
		says  answer
		sent  int
		finds Code
	}{
		"a POST of which nobody knows what became of it": {createUser, answer{status: 503, body: "<html>"}, 1, CodeNone},
		"a POST of which nothing was done":               {createUser, answer{status: 429, body: `{"code":"rate_limited"}`}, 4, CodeRateLimited},
		"a locked account":                               {preflight, answer{status: 429, body: `{"code":"login_temporarily_locked"}`}, 1, CodeLoginTemporarilyLocked},
		"a wait that does not fit":                       {listUsers, answer{503, "{}", map[string]string{"Retry-After": "60"}, false}, 1, CodeNone},
		"a redirect":                                     {listUsers, answer{302, "", map[string]string{"Location": "https://evil.example"}, false}, 1, CodeNone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := aScripted(t, only(func(int) answer { return one.says }))
			failure := failureIn(t, one.call(t.Context(), server.client(t, 20*time.Second)))
			sent := server.count(users) + server.count("/api/v1/auth/login/preflight")
			if failure.Status != one.says.status || failure.Code != one.finds || sent != one.sent {
				t.Fatalf("sent %d times: %v", sent, failure)
			}
		})
	}
}

func TestAnAnswerThatDoesNotComeIsADeadline(t *testing.T) {
	server := aScripted(t, only(func(int) answer { return answer{hang: true} }))
	if err := listUsers(t.Context(), server.client(t, 300*time.Millisecond)); CodeOf(err) != CodeDeadlineExceeded {
		t.Fatalf("got %v", err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	err := listUsers(ctx, server.client(t, 0))
	if CodeOf(err) != CodeDeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
	stuck := aScripted(t, func(string, int) answer { return answer{hang: true} })
	if err := listUsers(t.Context(), stuck.client(t, 300*time.Millisecond)); CodeOf(err) != CodeDeadlineExceeded {
		t.Fatalf("got %v", err)
	}
}

func TestAServiceThatIsNotThereIsANetworkError(t *testing.T) {
	client, err := New(Settings{BaseURL: "http://127.0.0.1:9", TenantID: "atr_1", TenantSecret: "alcs_1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := preflight(t.Context(), client); CodeOf(err) != CodeNetworkError {
		t.Fatalf("got %v", err)
	}
}

func TestTheEndUserGoesAlongAndCanAddNoHeader(t *testing.T) {
	server := aScripted(t, func(string, int) answer { return answer{status: 200, body: "{}"} })
	client := server.client(t, 0)
	ctx := ForUser(t.Context(), EndUser{IP: "203.0.113.7", Agent: "Browser\r\nx-evil: 1 ü"})
	if err := errors.Join(preflight(ctx, client), preflight(t.Context(), client)); err != nil {
		t.Fatal(err)
	}
	first, second := server.seen[0].Header, server.seen[1].Header
	if first.Get("X-End-User-Ip") != "203.0.113.7" || first.Get("X-End-User-Agent") != "Browserx-evil: 1" ||
		first.Get("Authorization") != "Bearer alcs_1" || first.Get("X-Tenant-Id") != "atr_1" {
		t.Fatalf("got %v", first)
	}
	if second.Get("X-End-User-Ip") != "" {
		t.Fatalf("got %v", second)
	}
}

func TestSecretsGoNowhereInTheClearAndNowhereElse(t *testing.T) {
	for _, address := range []string{"http://id.example", "ftp://id.example", "id.example", "http://localhost.evil.example"} {
		if _, err := New(Settings{BaseURL: address}); err == nil || !strings.Contains(err.Error(), "https") {
			t.Fatalf("%s: %v", address, err)
		}
	}
	thief := aScripted(t, func(string, int) answer { return answer{status: 200} })
	server := aScripted(t, func(string, int) answer { return answer{status: 200} })
	request, err := http.NewRequest(http.MethodGet, thief.URL+"/api/v1/auth/me", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := server.client(t, 0).Do(request); err == nil || !strings.Contains(err.Error(), "elsewhere") {
		t.Fatalf("got %v", err)
	}
	if len(thief.seen) != 0 {
		t.Fatal("the thief was asked")
	}
}

func TestAMissingSecretIsNamed(t *testing.T) {
	client, err := New(Settings{BaseURL: "https://id.example"})
	if err != nil {
		t.Fatal(err)
	}
	if err := listUsers(t.Context(), client); err == nil || !strings.Contains(err.Error(), "ClientSecret") {
		t.Fatalf("got %v", err)
	}
	if err := preflight(t.Context(), client); err == nil || !strings.Contains(err.Error(), "TenantSecret") {
		t.Fatalf("got %v", err)
	}
}
