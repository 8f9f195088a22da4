// SPDX-License-Identifier: MIT
import AdminCLI

AdminProgram.main()
