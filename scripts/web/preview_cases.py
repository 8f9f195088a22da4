# SPDX-License-Identifier: MIT
"""The preview pages at work."""

from world import case, same


@case
def the_bundle_preview_shows_the_unit_at_work(world):
    page = world.bare("preview.html", size=(1280, 1100))
    world.when(page, "document.getElementById('size').textContent.includes('shown')")
    page.sleep(1.5)
    same(page.run("return [...document.querySelectorAll('.ran')].map(cell => cell.className)"),
         ["ran good"] * 6, "scripts that ran")
    targeting = page.run("return [...document.querySelectorAll('#targeting tr')].map(row => row.cells[0].textContent)")
    same(targeting, ["it's", "</script><script>alert(1)</script>", "<!--", "${alert(1)}", "\ufeffmark"],
         "targeting keys")
    same(page.run("return document.getElementById('size').textContent"),
         "300 × 250 reported, 300 × 240 shown", "clamped")
    seen = page.run("return [...document.querySelectorAll('#seen tr')].map(row => row.cells[0].textContent)")
    for name in ("__tcfapi", "__gpp", "__uspapi", "Didomi.setUserStatus", "pubads().setPrivacySettings"):
        same(name in seen, True, name)
    messages = page.run("return document.getElementById('messages').textContent")
    for name in ("adSize", "impressionViewable", "slotVisibilityChanged"):
        same(name in messages, True, name)
    same(page.run("return document.querySelector('.label').textContent"), "annonce </div><script>")
    page.screenshot(world.folder / f"preview-{world.engine.name}.png")
    blocked = world.bare("blocked.html")
    same(blocked.run("return document.querySelector('iframe')"), None, "a frame without consent")


@case
def the_page_preview_replays_and_goes_live(world):
    page = world.bare("page.html", size=(1280, 1100))
    states = "return [...document.querySelectorAll('.column .unit')].map(unit => unit.classList[1])"
    same(page.run("return document.querySelector('h1').textContent"), "Page <front>")
    world.when(page, "document.querySelector('.column .unit').classList.contains('displayed')")
    page.run("document.getElementById('play').click(); const time = document.getElementById('time');"
             "time.value = 1300; time.dispatchEvent(new Event('input'));")
    same(page.run(states), ["displayed", "fetched", "notLoaded", "notLoaded"], "at 1.3 s")
    same(page.run("return [...document.querySelectorAll('.column .unit')].map("
                  "unit => unit.querySelectorAll('iframe').length)"), [1, 1, 0, 0], "web views")
    world.when(page, "document.getElementById('messages').rows.length === 1")
    same(page.run("return [...document.getElementById('messages').rows[0].cells].map(cell => cell.textContent)"),
         ["div-gpt-ad-mobile_1", '{"type":"adSize","width":320,"height":320}'])
    same(page.run("return document.getElementById('screen').scrollTop > 100"), True, "scrolled")
    page.screenshot(world.folder / f"page-{world.engine.name}.png")
    page.run("document.getElementById('screen').scrollTop = 1900")
    world.when(page, "document.getElementById('mode').textContent.startsWith('Live')")
    world.when(page, "document.querySelectorAll('.column .displayed').length === 3")
    same(page.run(states), ["displayed", "displayed", "displayed", "notLoaded"], "live")
    page.run("document.getElementById('screen').scrollTop = 4000")
    world.when(page, "document.querySelectorAll('.column .unit')[0].classList.contains('unloaded')")
    same(page.run("return document.querySelector('.column .unit iframe') === null"), False, "others' web views")
    same(page.run("return document.querySelector('.column .unit').querySelector('iframe')"), None, "unloaded")
    page.screenshot(world.folder / f"live-{world.engine.name}.png")
