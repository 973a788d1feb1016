package example;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientRefreshTokenTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserRequest;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2DeviceAuthorizationResponse;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.core.http.converter.OAuth2DeviceAuthorizationResponseHttpMessageConverter;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;

/** A command line that signs a user in by a code, with Spring Security's OAuth client and nothing of ours. */
public class Device {
  private final ClientRegistration registration;
  private final RestClient http =
      RestClient.builder()
          .messageConverters(
              converters -> {
                var ofDevice = new OAuth2DeviceAuthorizationResponseHttpMessageConverter();
                // It names no type of its own.
                ofDevice.setSupportedMediaTypes(List.of(MediaType.APPLICATION_JSON));
                converters.clear();
                converters.addAll(
                    List.of(
                        new FormHttpMessageConverter(),
                        ofDevice,
                        new OAuth2AccessTokenResponseHttpMessageConverter()));
              })
          .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
          .build();

  private Device(String issuer, String clientId) {
    registration =
        ClientRegistrations.fromIssuerLocation(issuer)
            .registrationId("atrium")
            .clientId(clientId)
            .clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
            .authorizationGrantType(AuthorizationGrantType.DEVICE_CODE)
            .scope("openid", "email")
            .userNameAttributeName("email")
            .build();
  }

  public static void main(String[] args) throws InterruptedException {
    new Device(System.getenv("ISSUER"), System.getenv("CLIENT_ID")).run();
  }

  private void run() throws InterruptedException {
    var form = new LinkedMultiValueMap<String, String>();
    form.add("client_id", registration.getClientId());
    form.add("scope", "openid email");
    var device = post(deviceEndpoint(), form, OAuth2DeviceAuthorizationResponse.class);
    System.out.println(
        "code "
            + device.getUserCode().getTokenValue()
            + " "
            + device.getVerificationUriComplete());
    var first = poll(device);
    var idToken = (String) first.getAdditionalParameters().get("id_token");
    var claims = new OidcIdTokenDecoderFactory().createDecoder(registration).decode(idToken);
    var refreshed =
        new RestClientRefreshTokenTokenResponseClient()
            .getTokenResponse(
                new OAuth2RefreshTokenGrantRequest(
                    registration, first.getAccessToken(), first.getRefreshToken()));
    var user =
        new DefaultOAuth2UserService()
            .loadUser(new OAuth2UserRequest(registration, refreshed.getAccessToken(), Map.of()));
    if (!claims.getSubject().equals(user.getAttribute("sub")))
      throw new IllegalStateException("Two subjects");
    System.out.println("signed in as " + user.getName());
  }

  private String deviceEndpoint() {
    var metadata = registration.getProviderDetails().getConfigurationMetadata();
    return metadata.get("device_authorization_endpoint").toString();
  }

  private OAuth2AccessTokenResponse poll(OAuth2DeviceAuthorizationResponse device)
      throws InterruptedException {
    var interval = Duration.ofSeconds(Math.max(5, device.getInterval()));
    var waits = Set.of("authorization_pending", "slow_down");
    var form = new LinkedMultiValueMap<String, String>();
    form.add("client_id", registration.getClientId());
    form.add("grant_type", AuthorizationGrantType.DEVICE_CODE.getValue());
    form.add("device_code", device.getDeviceCode().getTokenValue());
    for (var end = Instant.now().plus(Duration.ofMinutes(2)); Instant.now().isBefore(end); ) {
      Thread.sleep(interval.toMillis());
      try {
        return post(
            registration.getProviderDetails().getTokenUri(),
            form,
            OAuth2AccessTokenResponse.class);
      } catch (OAuth2AuthorizationException refused) {
        var code = refused.getError().getErrorCode();
        if (!waits.contains(code)) throw refused;
        if (code.equals("slow_down")) interval = interval.plusSeconds(5);
      }
    }
    throw new IllegalStateException("Nobody typed the code");
  }

  private <T> T post(String address, MultiValueMap<String, String> form, Class<T> type) {
    ResponseEntity<T> answer =
        http.post()
            .uri(address)
            .contentType(MediaType.APPLICATION_FORM_URLENCODED)
            .accept(MediaType.APPLICATION_JSON)
            .body(form)
            .retrieve()
            .toEntity(type);
    return answer.getBody();
  }
}
