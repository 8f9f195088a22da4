# SPDX-License-Identifier: MIT
# Made-up readers for scripts/demo: a trace of one who flings down an article with an ad every one and a
# half screens; -v ads=N says how many, and each -v seed=N is another reader.
BEGIN {
  srand(seed)
  printf "{\"t\":0,\"viewport\":{\"x\":0,\"y\":0,\"width\":393,\"height\":852}}\n"
  for (ad = 1; ad <= ads; ad++)
    printf "{\"t\":0,\"frame\":{\"id\":\"reader-%d\",\"x\":36.5,\"y\":%d,\"width\":320,\"height\":320}}\n", ad, 600 + ad * 1100
  t = 500; y = 0
  while (t < 30000 && y < ads * 1100) {
    # A fling: fast first, then slower; then some reading.
    for (speed = 2 + rand() * 5; speed > 0.05; speed *= 0.9) {
      t += 50; y += speed * 50
      printf "{\"t\":%d,\"viewport\":{\"x\":0,\"y\":%d,\"width\":393,\"height\":852}}\n", t, y
    }
    t += int(300 + rand() * 2500)
  }
}
