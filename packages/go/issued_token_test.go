package atrium

import "testing"

func TestATokenIsWorthNothingOnceItIsRevoked(t *testing.T) {
	product := theProduct(t)
	asks, other := product.client(t), product.client(t)
	own, err := other.MachineToken(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	told, err := asks.Introspect(t.Context(), own)
	if err != nil || !told.Active || told.ClientID != product.Settings.ClientID || told.Claims["aud"] != "service-management-api" {
		t.Fatalf("got %+v, %v", told, err)
	}
	if err := asks.Revoke(t.Context(), own); err != nil {
		t.Fatal(err)
	}
	if told, err = asks.Introspect(t.Context(), own); err != nil || told.Active || told.Subject != "" {
		t.Fatalf("got %+v, %v", told, err)
	}
	if failure := failureIn(t, asks.Revoke(t.Context(), "")); failure.Status != 400 {
		t.Fatalf("got %+v", failure)
	}
}
