// SPDX-License-Identifier: MIT
import AdSystem
import Testing

extension Workspace {
  /// Makes an authority that stamps what it is asked (`ask`, trusted by `ca.pem`), programs that repeat an
  /// old reply and give none, and a key that signs heads (`head.pem`).
  func makeAuthority() throws {
    let folder = folder
    let script = """
      set -e
      cd \(folder.quotedForShell)
      openssl genpkey -algorithm ed25519 -out head.pem
      for name in ca other; do
        openssl req -x509 -newkey ed25519 -nodes -keyout $name.key -out $name.pem -subj "/CN=$name" -days 30
      done
      openssl req -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj /CN=authority
      printf 'extendedKeyUsage=critical,timeStamping\\n' > extension
      openssl x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out tsa.pem \
        -extfile extension -days 30
      echo 01 > serial
      cat > tsa.cnf <<'END'
      [tsa]
      default_tsa = own
      [own]
      serial = ./serial
      signer_cert = ./tsa.pem
      certs = ./ca.pem
      signer_key = ./tsa.key
      default_policy = 1.2.3.4.1
      signer_digest = sha256
      digests = sha256
      END
      printf '#!/bin/sh\\ncd %s\\ncat > query\\nopenssl ts -reply -queryfile query -config tsa.cnf -section own\\n' \
        \(folder.quotedForShell) > ask
      printf '#!/bin/sh\\ncat %s/head.note.tsr.old\\n' \(folder.quotedForShell) > repeat
      printf '#!/bin/sh\\nexit 3\\n' > silent
      chmod 700 ask repeat silent
      """
    try write(Array(script.utf8), to: "make.sh")
    #expect(ChildProcess(["sh", "\(folder)/make.sh"]).exitCode == 0)
  }
}
