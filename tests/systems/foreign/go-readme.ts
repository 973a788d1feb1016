import { readFileSync } from "node:fs";

/** Returns a Go test that runs the blocks of the Go client's README unchanged, one after the other.
 *  @returns the text of a file of the module's tests */
export function goReadmeTest(): string {
  const readme = readFileSync("packages/go/README.md", "utf8");
  const blocks = [...readme.matchAll(/^```go\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  if (blocks.length < 2) throw new Error("The README of the Go client has lost its blocks");
  return `package atrium_test

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"testing"

	"atrium.example/atrium"
	"atrium.example/atrium/api"
	"github.com/oapi-codegen/runtime/types"
)

func TestTheBlocksOfTheReadmeRun(t *testing.T) {
	var given struct {
		Settings struct{ BaseURL, TenantID, TenantSecret, ClientID, ClientSecret, AppID string }
		Person   struct{ Email, Password string }
		Control  string
	}
	if err := json.Unmarshal([]byte(os.Getenv("GIVEN")), &given); err != nil {
		t.Fatal(err)
	}
	ctx, settings := t.Context(), given.Settings
	baseURL, clientID, clientSecret := settings.BaseURL, settings.ClientID, settings.ClientSecret
	tenantID, tenantSecret, appID := settings.TenantID, settings.TenantSecret, settings.AppID
	email, password, store := given.Person.Email, given.Person.Password, atrium.NewMemoryStore(100)
	askUser := func(string) string {
		answer, err := http.Get(given.Control + "/code?email=" + url.QueryEscape(email))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		code, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(code)
	}
	asWritten := func() error {
${blocks.join("\n")}
		return nil
	}
	if err := asWritten(); err != nil {
		t.Fatal(err)
	}
}
`;
}
