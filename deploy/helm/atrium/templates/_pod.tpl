{{/* What every pod of the chart is held to. */}}
{{- define "atrium.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "atrium.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* The variables of every pod. Values of the Secret are named, never copied. */}}
{{- define "atrium.environment" -}}
- name: ATRIUM_MODE
  value: production
- name: ATRIUM_BASE_URL
  value: {{ include "atrium.baseUrl" . | quote }}
- name: ATRIUM_MAIL_FROM
  value: {{ .Values.mailFrom | quote }}
- name: ATRIUM_TRUSTED_PROXIES
  value: {{ join "," .Values.trustedProxies | quote }}
- name: ATRIUM_DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range concat (list "DATABASE_URL" "ATRIUM_MASTER_KEY" "ATRIUM_SMTP_URL") .Values.settingsFromSecret }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ include "atrium.secret" $ }}
      key: {{ . }}
{{- end }}
{{- end }}

{{- define "atrium.metricsEnvironment" -}}
{{- if .Values.metrics.enabled }}
- name: ATRIUM_METRICS_PORT
  value: {{ .Values.metrics.port | quote }}
- name: ATRIUM_METRICS_HOST
  value: "0.0.0.0"
{{- end }}
{{- end }}

{{/* What the pods of web and worker have in common; a list of the context and the component. */}}
{{- define "atrium.pod" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $own := index $root.Values $component -}}
serviceAccountName: {{ include "atrium.serviceAccount" $root }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "atrium.podSecurity" $root | nindent 2 }}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $own.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $own.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $own.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
# Two pods are of more use on two machines, and in two zones; where there is one alone, they share it.
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "atrium.selector" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $component }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
{{- end }}
