package atrium

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Code says why a call brought nothing. The service publishes most of them (the constants Code…); keep a default branch, because
// codes are added.
type Code string

const (
	// CodeNone is the code of a refusal that has none.
	CodeNone Code = ""
	// CodeDeadlineExceeded and CodeNetworkError are failures that are no answer of the service.
	CodeDeadlineExceeded Code = "deadline_exceeded"
	CodeNetworkError     Code = "network_error"
)

// Error is a refusal of the service, or no answer at all. Find it with errors.As, and branch on Code.
type Error struct {
	// Status is the HTTP status; 0 when there was no answer.
	Status int
	Code   Code
	Title  string
	// Detail is for a log. It may change.
	Detail string
	// RequestID is what the service's log calls the request.
	RequestID string
	// RetryAfter is the time after which another try makes sense; zero when the service does not say.
	RetryAfter time.Duration
	// Problem is the whole document, for fields of single codes.
	Problem json.RawMessage

	cause error
}

func (e *Error) Error() string {
	what, why := string(e.Code), e.Detail
	if what == "" {
		what = e.Title
	}
	if why == "" {
		why = e.Title
	}
	return fmt.Sprintf("atrium: %d %s: %s", e.Status, what, why)
}

// Unwrap gives what broke the connection, or the reason of the caller's own context.
func (e *Error) Unwrap() error { return e.cause }

// CodeOf is the code of a failure of a call; CodeNone for a failure without one, and for any other error.
func CodeOf(err error) Code {
	var failure *Error
	if errors.As(err, &failure) {
		return failure.Code
	}
	return CodeNone
}

var sessionEnds = map[Code]bool{
	"revoked": true, "expired": true, "user_disabled": true, "tenant_disabled": true, "not_found": true,
	"session_activity_invalid": true, "session_idle_timeout": true, "session_activity_expired": true,
}

// IsSessionOver tells whether a failure says that the user's session is over: forget it, and have the user sign in again.
func IsSessionOver(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Status == http.StatusUnauthorized && sessionEnds[failure.Code]
}

// longestProblem bounds what is read of a refusal.
const longestProblem = 1 << 20

// failureOf is the failure that an answer tells of: a problem document or an OAuth error. Anything else has no code.
func failureOf(response *http.Response) *Error {
	body, _ := io.ReadAll(io.LimitReader(response.Body, longestProblem))
	var told struct {
		Code        string `json:"code"`
		ErrorCode   string `json:"error_code"`
		Error       string `json:"error"`
		Title       string `json:"title"`
		Detail      string `json:"detail"`
		Description string `json:"error_description"`
	}
	// A proxy's page, or nothing: the status says enough.
	isProblem := json.Unmarshal(body, &told) == nil
	failure := &Error{
		Status:     response.StatusCode,
		Code:       Code(firstOf(told.Code, told.ErrorCode, told.Error)),
		Title:      firstOf(told.Title, told.Error, fmt.Sprintf("HTTP %d", response.StatusCode)),
		Detail:     firstOf(told.Detail, told.Description),
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: secondsOf(response.Header.Get("Retry-After")),
	}
	if isProblem {
		failure.Problem = body
	}
	return failure
}

func unanswered(code Code, cause error) *Error {
	title := "No answer"
	if code == CodeDeadlineExceeded {
		title = "No answer in time"
	}
	return &Error{Code: code, Title: title, cause: cause}
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func secondsOf(header string) time.Duration {
	seconds, err := strconv.ParseUint(header, 10, 30)
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}
