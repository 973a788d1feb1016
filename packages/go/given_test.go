package atrium

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"
)

// given is what the test's starter made (tests/systems/foreign/clients.foreign.ts): a running service, and a product with a user.
type given struct {
	Settings struct{ BaseURL, TenantID, TenantSecret, ClientID, ClientSecret, AppID string }
	Person   struct{ ID, Email, Password string }
	Control  string
}

func theProduct(t *testing.T) *given {
	t.Helper()
	var product given
	if err := json.Unmarshal([]byte(os.Getenv("GIVEN")), &product); err != nil {
		t.Fatalf("GIVEN names no product: %v", err)
	}
	return &product
}

func (g *given) client(t *testing.T) *Client {
	t.Helper()
	s := g.Settings
	client, err := New(Settings{
		BaseURL: s.BaseURL, ClientID: s.ClientID, ClientSecret: s.ClientSecret,
		TenantID: s.TenantID, TenantSecret: s.TenantSecret,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// code is the code that was mailed last.
func (g *given) code(t *testing.T) string {
	t.Helper()
	response, err := http.Get(g.Control + "/code?email=" + url.QueryEscape(g.Person.Email))
	return textOf(t, response, err)
}

// signed is a token by the service's own keys.
func (g *given) signed(t *testing.T, purpose, typ string, claims map[string]any) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"purpose": purpose, "typ": typ, "claims": claims})
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(g.Control+"/sign", "application/json", bytes.NewReader(body))
	return textOf(t, response, err)
}

func textOf(t *testing.T, response *http.Response, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type answer struct {
	status int
	body   string
	header map[string]string
	hang   bool
}

// scripted is a server that answers what a test says, for failures that a healthy service does not show.
type scripted struct {
	*httptest.Server
	mutex sync.Mutex
	seen  []*http.Request
}

// aScripted answers the nth request of a path, counted from 1.
func aScripted(t *testing.T, script func(path string, nth int) answer) *scripted {
	t.Helper()
	s := &scripted{}
	ended := make(chan struct{})
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mutex.Lock()
		s.seen = append(s.seen, r)
		s.mutex.Unlock()
		said := script(r.URL.Path, s.count(r.URL.Path))
		if said.hang {
			<-ended
			return
		}
		w.Header().Set("Content-Type", "application/json")
		for name, value := range said.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(said.status)
		_, _ = io.WriteString(w, said.body)
	}))
	t.Cleanup(func() {
		close(ended)
		s.Close()
	})
	return s
}

func (s *scripted) count(path string) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	count := 0
	for _, request := range s.seen {
		if request.URL.Path == path {
			count++
		}
	}
	return count
}

func (s *scripted) client(t *testing.T, deadline time.Duration) *Client {
	t.Helper()
	client, err := New(Settings{
		BaseURL: s.URL, ClientID: "id", ClientSecret: "secret", TenantID: "atr_1", TenantSecret: "alcs_1", Deadline: deadline,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

var aToken = answer{status: 200, body: `{"access_token":"a-token","expires_in":900}`}

// only is a service whose tokens work.
func only(users func(nth int) answer) func(string, int) answer {
	return func(path string, nth int) answer {
		if path == "/oauth/token" {
			return aToken
		}
		return users(nth)
	}
}
