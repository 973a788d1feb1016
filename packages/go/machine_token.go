package atrium

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

type issuedToken struct {
	value     string
	askedAt   time.Time
	expiresIn time.Duration
}

// renewAt is from when a new one is asked for, endsAt from when it is worth nothing.
func (t *issuedToken) renewAt() time.Time { return t.askedAt.Add(t.expiresIn - 90*time.Second) }
func (t *issuedToken) endsAt() time.Time  { return t.askedAt.Add(t.expiresIn - 30*time.Second) }

// machineTokens is one machine token for every caller of a process: one request at a time asks for it, and a new one comes before
// the old one ends, while calls still go out with the old one.
type machineTokens struct {
	ask func(context.Context) (*issuedToken, error)
	now func() time.Time
	// patience bounds a request that no caller waits for.
	patience time.Duration

	asking singleflight.Group
	mutex  sync.Mutex
	token  *issuedToken
}

// current is a token that is good for at least half a minute, as a rule.
func (m *machineTokens) current(ctx context.Context) (string, error) {
	m.mutex.Lock()
	token := m.token
	m.mutex.Unlock()
	now := m.now()
	if token != nil && now.Before(token.renewAt()) {
		return token.value, nil
	}
	asked := m.asking.DoChan("token", func() (any, error) { return m.request(context.WithoutCancel(ctx)) })
	if token != nil && now.Before(token.endsAt()) {
		// It still works. Should the new one fail to come, the next call asks again.
		return token.value, nil
	}
	select {
	case got := <-asked:
		if got.Err != nil {
			return "", got.Err
		}
		return got.Val.(*issuedToken).value, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// request asks for a token on behalf of all who wait, so that no caller's context ends it.
func (m *machineTokens) request(ctx context.Context) (*issuedToken, error) {
	ctx, stop := context.WithTimeout(ctx, m.patience)
	defer stop()
	token, err := m.ask(ctx)
	if err != nil {
		return nil, err
	}
	m.mutex.Lock()
	m.token = token
	m.mutex.Unlock()
	return token, nil
}

// refused forgets a token that was refused, unless it is so young that another one would not do better.
func (m *machineTokens) refused(value string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.token != nil && m.token.value == value && m.now().Sub(m.token.askedAt) > 30*time.Second {
		m.token = nil
	}
}
