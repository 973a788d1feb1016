{{- define "atrium.name" -}}
{{- if contains "atrium" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-atrium" (.Release.Name | trunc 40 | trimSuffix "-") }}{{ end -}}
{{- end }}

{{- define "atrium.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "atrium.name" .) }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end -}}
{{- end }}

{{- define "atrium.selector" -}}
app.kubernetes.io/name: atrium
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "atrium.labels" -}}
{{ include "atrium.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "atrium.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end }}

{{- define "atrium.baseUrl" -}}
{{- required "baseUrl is missing: the address of the service as users see it, https://id.example.com" .Values.baseUrl -}}
{{- end }}

{{- define "atrium.secret" -}}
{{- required "existingSecret is missing: the name of the Secret with DATABASE_URL, DATABASE_OWNER_URL, ATRIUM_MASTER_KEY and ATRIUM_SMTP_URL" .Values.existingSecret -}}
{{- end }}
