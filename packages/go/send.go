package atrium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// Do sends a request to the service as whom its route asks for. The functions of API send theirs by it, and so may you.
// It fails with an *Error for a refusal and for an answer that does not come.
func (c *Client) Do(request *http.Request) (*http.Response, error) {
	if request.URL.Scheme != c.base.Scheme || request.URL.Host != c.base.Host {
		return nil, fmt.Errorf("atrium: the call leads elsewhere: %s", request.URL.Host)
	}
	path := strings.TrimPrefix(request.URL.Path, c.base.Path)
	identify := func(ctx context.Context, header http.Header) error {
		addEndUser(ctx, header)
		return c.identify(ctx, path, header)
	}
	return c.send(request, isRepeatable(request.Method, path), identify)
}

// send sends a request until it is answered, refused for good, or out of time. The answer's body is there as a whole.
func (c *Client) send(
	request *http.Request, repeatable bool, identify func(context.Context, http.Header) error,
) (*http.Response, error) {
	body, err := bodyOf(request)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(request.Context(), c.settings.Deadline)
	defer stop()
	for tried := 1; ; tried++ {
		attempt := request.Clone(ctx)
		attempt.Body = io.NopCloser(bytes.NewReader(body))
		attempt.ContentLength = int64(len(body))
		if identify != nil {
			// Not a part of what may be tried again: a token that does not come has had its tries, and a missing secret never comes.
			if err := identify(ctx, attempt.Header); err != nil {
				return nil, late(ctx, err)
			}
		}
		response, failure := c.try(attempt)
		if failure == nil {
			return response, nil
		}
		if failure.Status == http.StatusUnauthorized && failure.Code == CodeNone {
			// A revoked credential, or a service that began anew: the next call asks for another token.
			c.tokens.refused(strings.TrimPrefix(attempt.Header.Get("Authorization"), "Bearer "))
		}
		pause, again := pauseBefore(failure, tried, repeatable, rand.Float64())
		until, _ := ctx.Deadline()
		// A wait that would not fit into the deadline is no use: the caller hears of the refusal now.
		if !again || failure.Code == CodeDeadlineExceeded || time.Now().Add(pause).After(until) {
			return nil, failure
		}
		if err := wait(ctx, pause); err != nil {
			return nil, late(ctx, err)
		}
	}
}

func (c *Client) try(request *http.Request) (*http.Response, *Error) {
	response, err := c.http.Do(request)
	if err != nil {
		return nil, lost(request.Context(), err)
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, failureOf(response)
	}
	// The body belongs to the call: it has to arrive in the same time.
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, lost(request.Context(), err)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// lost is what a broken connection means.
func lost(ctx context.Context, err error) *Error {
	if ctx.Err() != nil {
		return unanswered(CodeDeadlineExceeded, err)
	}
	return unanswered(CodeNetworkError, err)
}

// late makes the end of time an *Error, and leaves every other error as it is.
func late(ctx context.Context, err error) error {
	var failure *Error
	if ctx.Err() == nil || errors.As(err, &failure) {
		return err
	}
	return unanswered(CodeDeadlineExceeded, err)
}

func bodyOf(request *http.Request) ([]byte, error) {
	if request.Body == nil {
		return nil, nil
	}
	defer request.Body.Close()
	return io.ReadAll(request.Body)
}

func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
