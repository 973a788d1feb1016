import { anyRedirect, lines, type Snippet, type SnippetFacts } from "./snippet";

/** Spring Security 6 and 7 behind Spring Boot 3 and 4. Version 6 sends a PKCE challenge for a client with a secret only
 *  when told to, and both come back to /login/oauth2/code/… unless told where. */
export function spring(facts: SnippetFacts): Snippet {
  const { issuer, clientId, postLogoutRedirectUris } = facts;
  const { uri, needs } = anyRedirect(facts);
  const [bye] = postLogoutRedirectUris;
  const properties = `spring:
  security:
    oauth2:
      client:
        registration:
          atrium:
            client-id: "${clientId}"
            client-secret: \${CLIENT_SECRET}
            authorization-grant-type: authorization_code
            redirect-uri: "${uri}"
            scope: openid,profile,email
        provider:
          atrium:
            issuer-uri: "${issuer}"`;
  const java = lines(
    `import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityConfiguration {
  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);`,
    bye ? `    signOut.setPostLogoutRedirectUri("${bye}");` : null,
    `    return http
      .authorizeHttpRequests(requested -> requested.anyRequest().authenticated())
      .oauth2Login(login -> login
        .authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(requests))
        .redirectionEndpoint(endpoint -> endpoint.baseUri("${new URL(uri).pathname}")))
      .logout(logout -> logout.logoutSuccessHandler(signOut))
      .build();
  }
}`,
  );
  return {
    id: "spring",
    needs,
    files: [
      { name: "application.yml", code: properties },
      { name: "SecurityConfiguration.java", code: java },
    ],
  };
}
