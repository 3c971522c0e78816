-- The health of a PodCliqueSet in Argo CD, by its condition Ready:
-- for resource.customizations.health.grove.io_PodCliqueSet in the ConfigMap argocd-cm.
local health = {status = "Progressing", message = "no status yet"}
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    -- What was said of another generation says nothing about this one.
    if condition.type == "Ready" and condition.observedGeneration == obj.metadata.generation then
      health.message = condition.message
      if condition.status == "True" then
        health.status = "Healthy"
      elseif condition.reason == "Invalid" or condition.reason == "Blocked" or condition.reason == "Degraded"
        or condition.reason == "Failed" then
        health.status = "Degraded"
      end
    end
  end
end
return health
