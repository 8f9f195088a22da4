# SPDX-License-Identifier: MIT
"""The preview pages at work."""

from world import case, same


@case
def the_bundle_preview_shows_the_unit_at_work(world):
    page = world.bare("preview.html", size=(1280, 1100))
    world.when(page, "document.getElementById('size').textContent.includes('shown')")
    world.when(page, "document.getElementById('messages').textContent.includes('impressionViewable')")
    same(page.run("return [...document.querySelectorAll('.ran')].map(cell => cell.className)"),
         ["ran good"] * 8, "scripts that ran")
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
    sizes = "[...document.getElementById('messages').rows].filter(row => row.textContent.includes('adSize'))"
    world.when(page, f"{sizes}.length === 1")
    same(page.run(f"return [...{sizes}[0].cells].map(cell => cell.textContent)"),
         ["div-gpt-ad-mobile_1", '{"type":"adSize","width":300,"height":320}'])
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


@case
def an_ad_that_is_not_seen_counts_no_impression(world):
    page = world.bare("page.html", size=(1280, 1100))
    page.run("document.getElementById('play').click(); const time = document.getElementById('time');"
             "time.value = 100; time.dispatchEvent(new Event('input'));")
    # 152 of the first ad's 320 points are on the screen: it renders, and is not viewable.
    world.when(page, "document.getElementById('messages').textContent.includes('adSize')")
    page.sleep(1.6)
    messages = "document.getElementById('messages').textContent"
    same(page.run(f"return {messages}.includes('impressionViewable')"), False, "with less than half on screen")
    page.run("document.getElementById('screen').scrollTop = 300")
    world.when(page, f"{messages}.includes('impressionViewable')")
    page.sleep(1.5)
    same(page.run(f"return {messages}.split('impressionViewable').length - 1"), 1, "impressions")


@case
def an_ad_on_a_page_has_the_size_and_the_label_that_an_app_gives_it(world):
    page = world.bare("page.html", size=(1280, 1100))
    world.when(page, "document.getElementById('messages').textContent.includes('adSize')")
    page.sleep(0.4)
    box = page.run("""
      const unit = document.querySelector('.column .unit'), frame = unit.querySelector('iframe');
      const [outer, inner] = [unit, frame].map(element => element.getBoundingClientRect());
      return [outer.width, outer.height, inner.width, inner.height, unit.offsetLeft,
        unit.querySelector('.label').textContent];""")
    same(box[4] in (46, 47), True, f"centred: {box[4]}")
    same(box[:4] + box[5:], [300, 320, 300, 320, "annonce"])


@case
def a_preview_fits_a_phone_and_leaves_its_reader_alone(world):
    for name in ("page.html", "preview.html"):
        page = world.bare(name, size=(393, 852))
        page.sleep(2.5)
        same(page.run("return document.documentElement.scrollWidth <= innerWidth"), True, f"{name} fits")
        same(page.run("return scrollY"), 0, f"{name} scrolled by itself")
        page.screenshot(world.folder / f"phone-{name[:-5]}-{world.engine.name}.png")
