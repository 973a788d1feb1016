package atrium

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestTheMemoryStoreForgetsAfterATimeAndBeyondANumber(t *testing.T) {
	ctx, now := t.Context(), time.Unix(0, 0)
	store := NewMemoryStore(2)
	store.now = func() time.Time { return now }
	has := func(key string, want bool) {
		t.Helper()
		if _, found, err := store.Get(ctx, key); found != want || err != nil {
			t.Fatalf("%s: %v, %v", key, found, err)
		}
	}
	_ = store.Set(ctx, "a", "1", 10*time.Second)
	now = now.Add(9 * time.Second)
	has("a", true)
	now = now.Add(time.Second)
	has("a", false)
	for _, key := range []string{"b", "c", "d"} {
		_ = store.Set(ctx, key, "1", time.Minute)
	}
	has("b", false)
	has("c", true)
	_ = store.Delete(ctx, "c")
	has("c", false)
}

func TestOfSeveralAtOnceOneComesFirst(t *testing.T) {
	store, first := NewMemoryStore(10), atomic.Int32{}
	var all sync.WaitGroup
	for range 50 {
		all.Add(1)
		go func() {
			defer all.Done()
			if did, _ := store.Add(context.Background(), "jti", "1", time.Minute); did {
				first.Add(1)
			}
		}()
	}
	all.Wait()
	if first.Load() != 1 {
		t.Fatalf("%d came first", first.Load())
	}
}

func TestTheRedisStoreSpeaksRedis(t *testing.T) {
	ctx := t.Context()
	var said []string
	replies := []any{"OK", "text", nil, "OK", nil, int64(1)}
	store := NewRedisStore(func(_ context.Context, words ...any) (any, error) {
		said = append(said, fmt.Sprint(words...))
		reply := replies[0]
		replies = replies[1:]
		return reply, nil
	}, "p:")
	_ = store.Set(ctx, "a", "1", 90*time.Second)
	if value, found, err := store.Get(ctx, "a"); value != "text" || !found || err != nil {
		t.Fatalf("got %q, %v, %v", value, found, err)
	}
	if _, found, _ := store.Get(ctx, "a"); found {
		t.Fatal("nothing was found")
	}
	one, _ := store.Add(ctx, "b", "1", time.Millisecond)
	two, _ := store.Add(ctx, "b", "1", time.Millisecond)
	if !one || two {
		t.Fatalf("got %v and %v", one, two)
	}
	_ = store.Delete(ctx, "a")
	want := fmt.Sprint([]string{
		fmt.Sprint("SET", "p:a", "1", "EX", "90"), fmt.Sprint("GET", "p:a"), fmt.Sprint("GET", "p:a"),
		fmt.Sprint("SET", "p:b", "1", "EX", "1", "NX"), fmt.Sprint("SET", "p:b", "1", "EX", "1", "NX"), fmt.Sprint("DEL", "p:a"),
	})
	if fmt.Sprint(said) != want {
		t.Fatalf("said %v", said)
	}
}
