package atrium

import (
	"container/list"
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// Store keeps texts between two requests of a user: in memory, in Redis, or in a table of yours.
type Store interface {
	// Get is false when there is no such text.
	Get(ctx context.Context, key string) (string, bool, error)
	Set(ctx context.Context, key, value string, life time.Duration) error
	Delete(ctx context.Context, key string) error
}

// SharedStore can also say who came first.
type SharedStore interface {
	Store
	// Add stores the value unless there is one, and says whether it did: of several at once, one does.
	Add(ctx context.Context, key, value string, life time.Duration) (bool, error)
}

type memoryEntry struct {
	key, value string
	until      time.Time
}

// MemoryStore is a store of this process alone: for tests, for examples, and where there is one process for good. It forgets with
// the process. Make it with NewMemoryStore.
type MemoryStore struct {
	mutex   sync.Mutex
	most    int
	now     func() time.Time
	entries map[string]*list.Element
	order   *list.List
}

// NewMemoryStore makes a store that holds at most so many entries; the oldest goes first.
func NewMemoryStore(most int) *MemoryStore {
	return &MemoryStore{most: most, now: time.Now, entries: map[string]*list.Element{}, order: list.New()}
}

// Get is the live value.
func (s *MemoryStore) Get(_ context.Context, key string) (string, bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	value, found := s.live(key)
	return value, found, nil
}

// Set replaces the value and its life.
func (s *MemoryStore) Set(_ context.Context, key, value string, life time.Duration) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.put(key, value, life)
	return nil
}

// Delete forgets the value, if there is one.
func (s *MemoryStore) Delete(_ context.Context, key string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.remove(key)
	return nil
}

// Add stores the value unless a live one is there.
func (s *MemoryStore) Add(_ context.Context, key, value string, life time.Duration) (bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, found := s.live(key); found {
		return false, nil
	}
	s.put(key, value, life)
	return true, nil
}

func (s *MemoryStore) live(key string) (string, bool) {
	if element, found := s.entries[key]; found {
		if entry := element.Value.(*memoryEntry); entry.until.After(s.now()) {
			return entry.value, true
		}
		s.remove(key)
	}
	return "", false
}

func (s *MemoryStore) put(key, value string, life time.Duration) {
	s.remove(key)
	s.entries[key] = s.order.PushBack(&memoryEntry{key, value, s.now().Add(life)})
	for s.order.Len() > s.most {
		s.remove(s.order.Front().Value.(*memoryEntry).key)
	}
}

func (s *MemoryStore) remove(key string) {
	if element, found := s.entries[key]; found {
		s.order.Remove(element)
		delete(s.entries, key)
	}
}

// RedisStore is a store in Redis, Valkey or the like, over the client that you have. Make it with NewRedisStore.
type RedisStore struct {
	command RedisCommand
	prefix  string
}

// RedisCommand sends one command and answers its reply; a reply of nil is nil without an error. With go-redis:
//
//	func(ctx context.Context, words ...any) (any, error) {
//		reply, err := client.Do(ctx, words...).Result()
//		if errors.Is(err, redis.Nil) {
//			return nil, nil
//		}
//		return reply, err
//	}
type RedisCommand func(ctx context.Context, words ...any) (any, error)

// NewRedisStore makes a store whose keys begin with a prefix.
func NewRedisStore(command RedisCommand, prefix string) *RedisStore {
	return &RedisStore{command, prefix}
}

// Get is the live value.
func (s *RedisStore) Get(ctx context.Context, key string) (string, bool, error) {
	switch reply, err := s.command(ctx, "GET", s.prefix+key); value := reply.(type) {
	case string:
		return value, err == nil, err
	case []byte:
		return string(value), err == nil, err
	case nil:
		return "", false, err
	default:
		return "", false, fmt.Errorf("atrium: the store answered a %T", reply)
	}
}

// Set replaces the value and its life.
func (s *RedisStore) Set(ctx context.Context, key, value string, life time.Duration) error {
	_, err := s.command(ctx, "SET", s.prefix+key, value, "EX", secondsIn(life))
	return err
}

// Delete forgets the value, if there is one.
func (s *RedisStore) Delete(ctx context.Context, key string) error {
	_, err := s.command(ctx, "DEL", s.prefix+key)
	return err
}

// Add stores the value unless there is one.
func (s *RedisStore) Add(ctx context.Context, key, value string, life time.Duration) (bool, error) {
	reply, err := s.command(ctx, "SET", s.prefix+key, value, "EX", secondsIn(life), "NX")
	return reply != nil && err == nil, err
}

func secondsIn(life time.Duration) string {
	return strconv.FormatInt(max(1, int64((life+time.Second-1)/time.Second)), 10)
}
