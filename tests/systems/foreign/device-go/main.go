// A command line that signs a user in by a code, with golang.org/x/oauth2 and nothing of ours.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"golang.org/x/oauth2"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	issuer := os.Getenv("ISSUER")
	var discovered struct {
		Device string `json:"device_authorization_endpoint"`
		Token  string `json:"token_endpoint"`
		Info   string `json:"userinfo_endpoint"`
	}
	if err := read(http.DefaultClient, issuer+"/.well-known/openid-configuration", &discovered); err != nil {
		return err
	}
	config := oauth2.Config{
		ClientID: os.Getenv("CLIENT_ID"),
		Scopes:   []string{"openid", "email"},
		Endpoint: oauth2.Endpoint{
			DeviceAuthURL: discovered.Device,
			TokenURL:      discovered.Token,
			AuthStyle:     oauth2.AuthStyleInParams,
		},
	}
	device, err := config.DeviceAuth(ctx)
	if err != nil {
		return err
	}
	fmt.Println("code", device.UserCode, device.VerificationURIComplete)
	token, err := config.DeviceAccessToken(ctx, device)
	if err != nil {
		return err
	}
	// The first token is renewed before it is used: what the library keeps has to do for that too.
	token.Expiry = time.Now().Add(-time.Minute)
	var info struct {
		Email string `json:"email"`
	}
	if err := read(config.Client(ctx, token), discovered.Info, &info); err != nil {
		return err
	}
	fmt.Println("signed in as", info.Email)
	return nil
}

func read(client *http.Client, address string, into any) error {
	response, err := client.Get(address)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %d %s", address, response.StatusCode, body)
	}
	return json.Unmarshal(body, into)
}
