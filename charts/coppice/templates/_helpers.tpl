{{/*
Labels of an object: list of the root, the component, and labels of the values, which win. Helm itself adds who manages it.
*/}}
{{- define "coppice.labels" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $own := dict
  "helm.sh/chart" (printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_")
  "app.kubernetes.io/name" (eq $component "webhook" | ternary "grove-operator-webhook" "grove-operator")
  "app.kubernetes.io/instance" $root.Release.Name
  "app.kubernetes.io/version" $root.Chart.AppVersion
  "app.kubernetes.io/component" $component
  "app.kubernetes.io/part-of" "coppice" -}}
{{- if gt (len .) 2 -}}
{{- $own = merge (deepCopy (index . 2 | default dict)) $own -}}
{{- end -}}
{{- toYaml $own -}}
{{- end }}

{{/* By what the pods of a component are found; never changed, a Deployment's selector cannot be. */}}
{{- define "coppice.operator.selector" -}}
app.kubernetes.io/name: grove-operator
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: operator
{{- end }}

{{- define "coppice.webhook.selector" -}}
app.kubernetes.io/name: grove-operator-webhook
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: webhook
{{- end }}

{{- define "coppice.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion -}}
{{- with .Values.image.registry }}{{ . }}/{{ end -}}
{{- .Values.image.repository -}}{{- if hasPrefix "sha256:" $tag }}@{{ else }}:{{ end }}{{ $tag }}
{{- end }}

{{/* The configuration file: as in the values, but for what other values decide. */}}
{{- define "coppice.config" -}}
{{- $config := deepCopy .Values.config -}}
{{- $server := dig "server" dict $config -}}
{{- $webhooks := dig "webhooks" dict $server -}}
{{- $_ := set $webhooks "serviceName" .Values.service.name -}}
{{- if .Values.certManager.enabled }}{{- $_ := set $webhooks "certProvisionMode" "manual" }}{{- end -}}
{{- $_ := set $server "webhooks" $webhooks -}}
{{- $_ := unset (dig "healthProbes" dict $server) "enable" -}}
{{- $_ := set $config "server" $server -}}
{{- with .Values.image.registry -}}
{{- $_ := set $config "startup" (merge (dict "image" (printf "%s/%s" . (dig "startup" "image" "busybox:1.37" $config))) (dig "startup" dict $config)) -}}
{{- end -}}
apiVersion: operator.config.grove.io/v1alpha1
kind: OperatorConfiguration
{{ toYaml $config }}
{{- end }}

{{- define "coppice.configMapName" -}}
grove-operator-cm-{{ include "coppice.config" . | sha256sum | trunc 8 }}
{{- end }}

{{- define "coppice.selfMade" -}}
{{- if and .Values.webhook.enabled (not .Values.certManager.enabled) (eq .Values.config.server.webhooks.certProvisionMode "auto") }}true{{ end }}
{{- end }}

{{/* Whether the webhook judges Queues, and whether it writes them for KAI. */}}
{{- define "coppice.queues" -}}
{{- if and .Values.webhook.enabled (dig "queue" "enabled" false .Values.config) }}true{{ end }}
{{- end }}

{{/* KAI reads the same Queues: so it is said, or so the cluster says, which helm template does not ask. */}}
{{- define "coppice.queuesOfKai" -}}
{{- if and (include "coppice.queues" .) (or (dig "integration" "kai" false .Values.config) (.Capabilities.APIVersions.Has "kai.scheduler/v1/SchedulingShard")) }}true{{ end }}
{{- end }}

{{/* How the webhook keeps gangs from being evicted too early: Extender, WebhookOnly, or not at all. */}}
{{- define "coppice.enforcement" -}}
{{- $enforcement := dig "enforcement" "Auto" .Values.config -}}
{{- if and .Values.webhook.enabled (dig "queue" "enabled" false .Values.config) -}}
{{- if has $enforcement (list "Auto" "Extender") }}Extender{{ else if eq $enforcement "WebhookOnly" }}WebhookOnly{{ end -}}
{{- end -}}
{{- end }}

{{/* What both Deployments' pods have in common; .component has selector, values, serviceAccount, subcommand and ports. */}}
{{- define "coppice.podSpec" -}}
{{- $component := .component -}}
{{- with .root -}}
serviceAccountName: {{ $component.values.serviceAccount.name }}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClass.enabled | ternary .Values.priorityClass.name .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
terminationGracePeriodSeconds: {{ $component.graceSeconds }}
{{- with $component.values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $component.values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $component.values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .Values.topologySpread.enabled }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- $component.selector | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
containers:
  - name: {{ $component.container }}
    image: {{ include "coppice.image" . }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args: [{{ $component.subcommand }}, --config=/etc/grove-operator/config/config.yaml{{ range $component.flags }}, {{ . }}{{ end }}]
    env:
      - name: GROVE_OPERATOR_SERVICE_ACCOUNT_NAME
        value: {{ .Values.serviceAccount.name }}
      {{- with $component.values.jvmFlags }}
      - name: COPPICE_JVM_FLAGS
        value: {{ join " " . | quote }}
      {{- end }}
      {{- with $component.values.deployment.env }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    ports:
      {{- range $component.ports }}
      - name: {{ .name }}
        containerPort: {{ .port }}
      {{- end }}
    livenessProbe:
      httpGet:
        path: /healthz
        port: health
      initialDelaySeconds: 15
      timeoutSeconds: 5
    readinessProbe:
      httpGet:
        path: /readyz
        port: health
      periodSeconds: 5
      timeoutSeconds: 5
    {{- with $component.drainSeconds }}
    lifecycle:
      preStop:
        sleep:
          seconds: {{ . }}
    {{- end }}
    resources:
      {{- toYaml $component.values.resources | nindent 6 }}
    securityContext:
      {{- toYaml .Values.securityContext | nindent 6 }}
    volumeMounts:
      - name: config
        mountPath: /etc/grove-operator/config
        readOnly: true
      - name: api-access
        mountPath: /var/run/secrets/kubernetes.io/serviceaccount
        readOnly: true
      - name: tmp
        mountPath: /tmp
      {{- if .Values.image.aotCache }}
      - name: aot-cache
        mountPath: /opt/coppice/aot
        readOnly: true
      {{- end }}
      {{- if $component.certificates }}
      - name: certificates
        mountPath: {{ .Values.config.server.webhooks.serverCertDir }}
        readOnly: true
      {{- end }}
volumes:
  - name: config
    configMap:
      name: {{ include "coppice.configMapName" . }}
  - name: api-access
    projected:
      sources:
        - serviceAccountToken:
            path: token
            expirationSeconds: 43200
        - configMap:
            name: kube-root-ca.crt
            items:
              - key: ca.crt
                path: ca.crt
        - downwardAPI:
            items:
              - path: namespace
                fieldRef:
                  fieldPath: metadata.namespace
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
  {{- with .Values.image.aotCache }}
  - name: aot-cache
    image:
      reference: {{ with $.root.Values.image.registry }}{{ . }}/{{ end }}{{ . }}
      pullPolicy: {{ $.root.Values.image.pullPolicy }}
  {{- end }}
  {{- if $component.certificates }}
  - name: certificates
    secret:
      secretName: {{ .Values.config.server.webhooks.secretName }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Whose writes no webhook holds up, as the API server's CEL; the words of TrustedUsers. */}}
{{- define "coppice.operatorUser" -}}
system:serviceaccount:{{ .Release.Namespace }}:{{ .Values.serviceAccount.name }}
{{- end }}

{{/* The fields that a schema has and a served one has not, each behind a space: list of the path of both, ours and theirs. */}}
{{- define "coppice.missingFields" -}}
{{- $path := index . 0 -}}
{{- $ours := index . 1 -}}
{{- $theirs := index . 2 -}}
{{- $known := $theirs.properties | default dict -}}
{{- range $name, $schema := $ours.properties -}}
{{- if hasKey $known $name -}}
{{- include "coppice.missingFields" (list (printf "%s.%s" $path $name) $schema (get $known $name)) -}}
{{- else if not (index $theirs "x-kubernetes-preserve-unknown-fields") }} {{ $path }}.{{ $name }}
{{- end -}}
{{- end -}}
{{- if and $ours.items $theirs.items -}}
{{- include "coppice.missingFields" (list (printf "%s[]" $path) $ours.items $theirs.items) -}}
{{- end -}}
{{- end }}
