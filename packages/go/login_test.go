package atrium

import (
	"testing"
	"time"
)

func begun(t *testing.T, login *Login, product *given) *OTPRequired {
	t.Helper()
	step, err := login.Preflight(t.Context(), Credentials{Email: product.Person.Email, Password: product.Person.Password})
	if err != nil {
		t.Fatal(err)
	}
	waiting, ok := step.(*OTPRequired)
	if !ok {
		t.Fatalf("got %T", step)
	}
	return waiting
}

func TestALoginLeadsToASessionATokenAndItsEnd(t *testing.T) {
	product := theProduct(t)
	ctx, store := t.Context(), NewMemoryStore(100)
	login := NewLogin(product.client(t), product.Settings.AppID, store)
	_, err := login.Preflight(ctx, Credentials{Email: product.Person.Email, Password: "not it"})
	if CodeOf(err) != CodeInvalidCredentials || IsSessionOver(err) {
		t.Fatalf("got %v", err)
	}

	waiting := begun(t, login, product)
	wrong := "000000"
	if product.code(t) == wrong {
		wrong = "000001"
	}
	if _, err := login.Verify(ctx, waiting, wrong, "", Remembering{}); CodeOf(err) != CodeInvalidCredentials {
		t.Fatalf("got %v", err)
	}
	step, err := login.Verify(ctx, waiting, product.code(t), "", Remembering{Device: true, DeviceName: "Tests"})
	if err != nil {
		t.Fatal(err)
	}
	granted, ok := step.(*Granted)
	if !ok || granted.TrustedDevice == nil {
		t.Fatalf("got %#v", step)
	}
	session, err := login.Exchange(ctx, granted)
	if err != nil {
		t.Fatal(err)
	}
	if session.User.ID.String() != product.Person.ID {
		t.Fatalf("got %v", session.User)
	}
	if _, err := login.Exchange(ctx, granted); err == nil {
		t.Fatal("a grant works twice")
	}

	id := session.SessionID.String()
	for range 2 {
		identity, err := login.Identity(ctx, id)
		if err != nil || identity.User.Email != product.Person.Email {
			t.Fatalf("got %v, %v", identity, err)
		}
	}
	token, err := login.Token(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	verifier := verifierOf(t, product)
	claims, err := verifier.Verify(ctx, token.AccessToken)
	if err != nil || claims.Subject != product.Person.ID || len(claims.Permissions) != 1 {
		t.Fatalf("got %+v, %v", claims, err)
	}

	proven, err := login.Reverify(ctx, id, Proof{Method: "password", Password: product.Person.Password})
	if err != nil || !proven.ExpiresAt.After(time.Now()) {
		t.Fatalf("got %+v, %v", proven, err)
	}
	trusted, err := login.Preflight(ctx, Credentials{
		Email: product.Person.Email, Password: product.Person.Password, TrustedDevice: granted.TrustedDevice.Token,
	})
	if _, ok := trusted.(*Granted); !ok {
		t.Fatalf("got %#v, %v", trusted, err)
	}

	if err := login.End(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, found, _ := store.Get(ctx, placeOf(id)); found {
		t.Fatal("an ended session is remembered")
	}
	if _, err := login.Token(ctx, id, ""); !IsSessionOver(err) {
		t.Fatalf("got %v", err)
	}
}
