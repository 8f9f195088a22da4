// SPDX-License-Identifier: MIT

// The front door for apps: `import AdView` is all that an app imports.
@_exported public import AdConsent
@_exported public import AdHosting
@_exported public import AdInjection
@_exported public import AdLayout
@_exported public import AdLoading
@_exported public import AdModel
@_exported public import AdStore
@_exported public import AdUpdate
