#Requires -Version 7
param(
    [Parameter(Mandatory)]
    [string] $Environment,
    [int] $Retries = 3,
    [switch] $WhatIf
)

$ErrorActionPreference = 'Stop'
$Root = Split-Path -Parent $PSScriptRoot

function Write-Step {
    param([string] $Text)
    Write-Host "$(Get-Date -Format HH:mm:ss) $Text"
}

# Calls a script block again when it fails.
function Invoke-WithRetry {
    param(
        [scriptblock] $Action,
        [int] $Count = $Retries
    )
    for ($attempt = 1; $attempt -le $Count; $attempt++) {
        try {
            return & $Action
        }
        catch {
            if ($attempt -eq $Count) { throw }
            Start-Sleep -Seconds ($attempt * 2)
        }
    }
}

function Publish-Package {
    param([string] $Name, [string] $Version)
    $archive = Join-Path $Root "out/$Name-$Version.zip"
    if (-not (Test-Path $archive)) {
        throw "missing archive: $archive"
    }
    Invoke-WithRetry {
        Invoke-RestMethod -Method Put `
                          -Uri "https://example.com/packages/$Name/$Version" `
                          -InFile $archive
    }
}

$packages = Get-Content (Join-Path $Root 'packages.json') | ConvertFrom-Json
foreach ($package in $packages) {
    Write-Step "publishing $($package.name)"
    if ($WhatIf) { continue } # nothing is written
    Publish-Package -Name $package.name -Version $package.version
}
Write-Step "deployed to $Environment"
