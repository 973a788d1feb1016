import { anyRedirect, isPlainHttp, lines, type Snippet, type SnippetFacts } from "./snippet";

/** ASP.NET Core's own handler. */
export function aspNet(facts: SnippetFacts): Snippet {
  const { issuer, clientId } = facts;
  const { uri, needs } = anyRedirect(facts);
  const back = new URL(uri);
  const code = lines(
    `using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);
builder.Services
  .AddAuthentication(options =>
  {
    options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
    options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
  })
  .AddCookie()
  .AddOpenIdConnect(options =>
  {
    options.Authority = "${issuer}";`,
    isPlainHttp(facts) && "    options.RequireHttpsMetadata = false;",
    `    options.ClientId = "${clientId}";
    options.ClientSecret = builder.Configuration["CLIENT_SECRET"];
    options.ResponseType = "code";
    options.ResponseMode = "query";
    options.UsePkce = true;
    options.CallbackPath = "${back.pathname}";
    // x-client-SKU and x-client-ver are no parameters of OpenID Connect: the service refuses a request with them.
    options.DisableTelemetry = true;
    // The ID token says whose session a sign-out ends.
    options.SaveTokens = true;
    ${signedOut(facts, back)}
    options.MapInboundClaims = false;
    options.Scope.Add("email");
  });
builder.Services.AddAuthorization();

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
app.MapGet("/", (HttpContext context) => context.User.FindFirst("email")?.Value).RequireAuthorization();
app.MapPost("/sign-out", () => Results.SignOut(
  authenticationSchemes:
  [
    CookieAuthenticationDefaults.AuthenticationScheme,
    OpenIdConnectDefaults.AuthenticationScheme,
  ]));
app.Run();`,
  );
  return { id: "aspNet", needs, files: [{ name: "Program.cs", code }] };
}

/** Where a sign-out comes back to. The handler answers that path itself, so it can't be the application's first page. */
function signedOut({ postLogoutRedirectUris }: SnippetFacts, back: URL): string {
  const own = postLogoutRedirectUris.find((uri) => {
    const { origin, pathname } = new URL(uri);
    return origin === back.origin && pathname !== "/";
  });
  if (own) return `options.SignedOutCallbackPath = "${new URL(own).pathname}";`;
  return `// Register ${back.origin}/signout-callback-oidc as a post-logout redirect URI.
    options.SignedOutCallbackPath = "/signout-callback-oidc";`;
}
