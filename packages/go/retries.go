package atrium

import (
	"net/http"
	"time"
)

// repeatableMethods do no harm when they are repeated: those that HTTP calls idempotent, and PATCH, which this service lets be
// repeated.
var repeatableMethods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPut: true, http.MethodDelete: true, http.MethodPatch: true,
}

// nothingHappened are refusals that come before anything was done, whatever the method.
var nothingHappened = map[Code]bool{
	"rate_limited": true, "service_overloaded": true, "enrolment_token_rate_limited": true,
}

const tries = 4

// isRepeatable tells whether a call may be sent once more although nobody knows whether the first one arrived.
func isRepeatable(method, path string) bool {
	return repeatableMethods[method] || (method == http.MethodPost && repeatablePosts[path])
}

// pauseBefore says how long to wait before another try; false when the failure is the answer. It takes how often the call was
// sent, and a number from 0 up to 1.
func pauseBefore(failure *Error, tried int, repeatable bool, random float64) (time.Duration, bool) {
	// An account that is locked is for its user to know, and no wait of this call would end it.
	if tried >= tries || failure.Code == "login_temporarily_locked" {
		return 0, false
	}
	early := failure.Status == http.StatusRequestTimeout || nothingHappened[failure.Code]
	lost := failure.Code == CodeNetworkError ||
		failure.Status == http.StatusTooManyRequests || failure.Status == http.StatusServiceUnavailable
	if !early && !(lost && repeatable) {
		return 0, false
	}
	most := float64(min(5*time.Second, 250*time.Millisecond<<tried))
	if failure.RetryAfter == 0 {
		return time.Duration(most * (0.5 + random/2)), true
	}
	return failure.RetryAfter + time.Duration(most*random), true
}
